package io.nuthatch.simulator.platform;

import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerResponse;
import io.nuthatch.simulator.faults.Fault;
import io.nuthatch.simulator.faults.Mischief;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;

/** Brings replies to the wire: compressed if the client likes, damaged if a fault says so. */
final class Delivery {

  private static final int WORTH_COMPRESSING = 256;
  private static final int PARTIAL = 206;
  private static final int NOT_MODIFIED = 304;
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
        case Reply.Document document ->
          deliver(Damage.apply(document, mischief), mischief.and(document.mischief()), call.incoming(), response);
        case Reply.Streaming streaming -> stream(streaming, mischief, response);
      }
    } catch (IOException | UncheckedIOException e) {
      throw new CloseConnectionException("the client went away", e);
    }
  }

  private void deliver(Reply.Document document, Mischief mischief, Incoming incoming, ServerResponse response)
      throws IOException, InterruptedException {
    byte[] body = document.body();
    if (document.status() == NOT_MODIFIED) {
      response.send();
      return;
    }
    response.header("Content-Type", document.contentType());
    boolean compressed = document.headers().containsKey("Content-Encoding");
    if (!compressed && isWorthCompressing(document, incoming)) {
      response.header("Content-Encoding", "gzip");
      body = Gzip.compress(body);
      compressed = true;
    }
    if (compressed && mischief.has(Fault.TruncatedGzip.class)) {
      body = Arrays.copyOf(body, body.length / 2);
    }
    int promised = body.length + mischief.find(Fault.WrongLength.class).map(Fault.WrongLength::delta).orElse(0);
    if (incoming.method().equals("HEAD")) {
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
    if (!streaming.headers().containsKey("Content-Type")) {
      response.header("Content-Type", "application/json; charset=utf-8");
    }
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

  /** Text is, if the client takes it; a part of a document never, and pictures and films are compressed already. */
  private static boolean isWorthCompressing(Reply.Document document, Incoming incoming) {
    String type = document.contentType();
    return (type.startsWith("text/") || type.startsWith("application/")) && document.status() != PARTIAL
        && document.body().length >= WORTH_COMPRESSING
        && incoming.header("accept-encoding").filter(accepted -> accepted.contains("gzip")).isPresent();
  }

  private static String reason(int status) {
    return status == 420 ? "Enhance Your Calm" : Status.create(status).reasonPhrase();
  }
}
