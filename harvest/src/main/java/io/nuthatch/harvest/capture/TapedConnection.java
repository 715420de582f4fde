package io.nuthatch.harvest.capture;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.impl.io.DefaultManagedHttpClientConnection;
import org.apache.hc.client5.http.impl.io.LenientHttpResponseParser;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.ParseException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.SocketHolder;
import org.apache.hc.core5.http.io.HttpMessageParser;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.http.message.BasicLineParser;
import org.apache.hc.core5.util.CharArrayBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A connection that writes what passes through it to the {@link Tape} of the exchange it is used for. The streams are
 * those above TLS, so the tape has what the two sides said.
 */
final class TapedConnection extends DefaultManagedHttpClientConnection {

  private static final int SCRATCH = 32 << 10;

  private final Recorder recorder;

  private TapedConnection(Http1Config config, Recorder recorder) {
    super("capture", null, null, config, null, null, null, any -> recorder);
    this.recorder = recorder;
  }

  static TapedConnection create(Http1Config config) {
    return new TapedConnection(config, new Recorder(config));
  }

  void record(@Nullable Tape tape) {
    recorder.tape = tape;
  }

  /** Bytes that arrived and that no one has read: after the end of an answer, said without being asked. */
  int unread() {
    return recorder.unread();
  }

  /** For reading a body without allocating; belongs to the exchange the connection is used for. */
  byte[] scratch() {
    if (recorder.scratch == null) {
      recorder.scratch = new byte[SCRATCH];
    }
    return recorder.scratch;
  }

  @Override
  public void bind(Socket socket) throws IOException {
    bind(new TapedStreams(socket, recorder));
  }

  @Override
  public void bind(SSLSocket secure, Socket base) throws IOException {
    bind(new TapedStreams(secure, base, recorder));
  }

  /** Reads heads, and so knows where they end among the bytes that have arrived. */
  private static final class Recorder implements HttpMessageParser<ClassicHttpResponse> {

    private final LenientHttpResponseParser parser;
    private @Nullable Tape tape;
    private @Nullable SessionInputBuffer buffer;
    private byte @Nullable [] scratch;

    Recorder(Http1Config config) {
      parser = new LenientHttpResponseParser(new ForgivingLines(), null, config);
    }

    int unread() {
      return buffer == null ? 0 : buffer.length();
    }

    @Override
    public ClassicHttpResponse parse(SessionInputBuffer from, InputStream in) throws IOException, HttpException {
      buffer = from;
      ClassicHttpResponse response = parser.parse(from, in);
      if (response != null && tape != null) {
        tape.headEnds(from.length(), response.getCode() >= 200 || response.getCode() == 101);
      }
      return response;
    }
  }

  /** Takes a line of a head that is no field as one without a value: such answers are evidence too. */
  private static final class ForgivingLines extends BasicLineParser {

    @Override
    public Header parseHeader(CharArrayBuffer line) {
      try {
        return super.parseHeader(line);
      } catch (ParseException e) {
        return new BasicHeader(line.toString().strip(), null);
      }
    }
  }

  private static final class TapedStreams extends SocketHolder {

    private final Recorder recorder;

    TapedStreams(Socket socket, Recorder recorder) {
      super(socket);
      this.recorder = recorder;
    }

    TapedStreams(SSLSocket secure, Socket base, Recorder recorder) {
      super(secure, base);
      this.recorder = recorder;
    }

    @Override
    protected InputStream getInputStream(Socket socket) throws IOException {
      return new TapedInput(super.getInputStream(socket), recorder);
    }

    @Override
    protected OutputStream getOutputStream(Socket socket) throws IOException {
      return new TapedOutput(super.getOutputStream(socket), recorder);
    }
  }

  private static final class TapedInput extends FilterInputStream {

    private final Recorder recorder;

    TapedInput(InputStream in, Recorder recorder) {
      super(in);
      this.recorder = recorder;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int count) throws IOException {
      int read = in.read(into, from, count);
      Tape tape = recorder.tape;
      if (read > 0 && tape != null) {
        tape.received(into, from, read);
      }
      return read;
    }
  }

  private static final class TapedOutput extends FilterOutputStream {

    private final Recorder recorder;

    TapedOutput(OutputStream out, Recorder recorder) {
      super(out);
      this.recorder = recorder;
    }

    @Override
    public void write(int one) throws IOException {
      write(new byte[]{(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      out.write(bytes, from, count);
      Tape tape = recorder.tape;
      if (tape != null) {
        tape.sent(bytes, from, count);
      }
    }
  }
}
