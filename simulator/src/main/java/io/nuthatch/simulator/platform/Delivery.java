package io.nuthatch.simulator.platform;

import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerResponse;
import io.nuthatch.simulator.faults.Fault;
import io.nuthatch.simulator.faults.Mischief;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** Brings replies to the wire: compressed if the client likes, damaged if a fault says so. */
final class Delivery {

  private static final int WORTH_COMPRESSING = 256;
  private static final DateTimeFormatter DATE = DateTimeFormatter
      .ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
      .withZone(ZoneOffset.UTC);

  private static final byte[] BLANK_LINE = "\r\n".getBytes(StandardCharsets.US_ASCII);

  private volatile boolean closing;

  /** Ends all streams soon. */
  void close() {
    closing = true;
  }

  void deliver(Reply reply, Call call, ServerResponse response) throws InterruptedException {
    Mischief mischief = call.mischief();
    Duration skew = mischief.find(Fault.ClockSkew.class).map(Fault.ClockSkew::by).orElse(Duration.ZERO);
    response.status(Status.create(reply.status(), reason(reply.status())));
    response.header("Date", DATE.format(call.moment().instant().plus(skew)));
    reply.headers().forEach((name, value) -> response.header(name, value));
    try {
      switch (reply) {
        case Reply.Document document -> deliver(Damage.apply(document, mischief), call, response);
        case Reply.Streaming streaming -> stream(streaming, mischief, response);
      }
    } catch (IOException | UncheckedIOException e) {
      throw new CloseConnectionException("the client went away", e);
    }
  }

  private void deliver(Reply.Document document, Call call, ServerResponse response)
      throws IOException, InterruptedException {
    Mischief mischief = call.mischief();
    response.header("Content-Type", document.contentType());
    byte[] body = document.body();
    if (accepts(call.incoming(), "gzip") && body.length >= WORTH_COMPRESSING) {
      response.header("Content-Encoding", "gzip");
      body = compressed(body);
      if (mischief.has(Fault.TruncatedGzip.class)) {
        body = Arrays.copyOf(body, body.length / 2);
      }
    }
    int promised = body.length + mischief.find(Fault.WrongLength.class).map(Fault.WrongLength::delta).orElse(0);
    if (call.incoming().method().equals("HEAD")) {
      response.contentLength(promised);
      response.send();
    } else if (mischief.has(Fault.Drop.class) || mischief.has(Fault.SlowDrip.class) || promised > body.length) {
      response.contentLength(Math.max(promised, body.length));
      send(body, mischief, response.outputStream());
      if (promised > body.length) {
        throw new CloseConnectionException("promised more than there is, by a fault");
      }
    } else {
      response.header(HeaderValues.create("Content-Length", Math.max(0, promised)));
      response.send(body);
    }
  }

  private void send(byte[] body, Mischief mischief, OutputStream out) throws IOException, InterruptedException {
    try (var faulty = new FaultyOutput(out, mischief, body.length)) {
      faulty.send(body);
    }
  }

  private void stream(Reply.Streaming streaming, Mischief mischief, ServerResponse response)
      throws IOException, InterruptedException {
    response.header("Content-Type", "application/json; charset=utf-8");
    var out = new FaultyOutput(response.outputStream(), mischief, Long.MAX_VALUE);
    streaming.script().play(new StreamOutput() {

      @Override
      public void send(byte[] bytes) throws IOException {
        if (!mischief.has(Fault.Silence.class)) {
          out.send(bytes);
        }
      }

      @Override
      public void begin() throws IOException {
        out.send(BLANK_LINE);
      }

      @Override
      public boolean isOpen() {
        return !closing;
      }
    });
    out.close();
  }

  private static byte[] compressed(byte[] body) throws IOException {
    var bytes = new ByteArrayOutputStream(body.length / 4 + 64);
    try (var gzip = new FastGzip(bytes)) {
      gzip.write(body);
    }
    return bytes.toByteArray();
  }

  private static boolean accepts(Incoming incoming, String encoding) {
    return incoming.header("accept-encoding").filter(accepted -> accepted.contains(encoding)).isPresent();
  }

  private static String reason(int status) {
    return status == 420 ? "Enhance Your Calm" : Status.create(status).reasonPhrase();
  }

  /** The platforms' machines have more cores than ours; compress at the least cost. */
  private static final class FastGzip extends GZIPOutputStream {

    FastGzip(OutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }
}
