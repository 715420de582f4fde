package io.nuthatch.harvest.capture;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;
import org.apache.hc.core5.http.impl.io.ChunkedInputStream;
import org.apache.hc.core5.http.impl.io.SessionInputBufferImpl;
import org.jspecify.annotations.Nullable;

/**
 * A captured body without its chunks and its compression. {@link #open} is strict: reading fails where the body is not
 * whole. {@link #read} takes what there is and says what is wrong with it.
 */
public final class DecodedBody {

  private static final int BUFFER = 16 << 10;

  private final byte[] bytes;
  private final @Nullable String flaw;

  private DecodedBody(byte[] bytes, @Nullable String flaw) {
    this.bytes = bytes;
    this.flaw = flaw;
  }

  /** A stream that throws instead of ending where the body was cut, a chunk is missing or the compressed bytes stop short. */
  public static InputStream open(Capture capture) {
    InputStream raw = new NoFalseEnd(capture.body(), capture.truncated());
    String transfer = capture.header("transfer-encoding");
    boolean chunked = transfer != null && transfer.toLowerCase(Locale.ROOT).contains("chunked");
    return ContentCoding.decode(capture.headers(),
        chunked ? new ChunkedInputStream(new SessionInputBufferImpl(BUFFER), raw) : raw);
  }

  /** At most so many bytes, and what kept more from being read. */
  public static DecodedBody read(Capture capture, int most) {
    ByteArrayOutputStream out = new ByteArrayOutputStream((int) Math.min(most, Math.max(32, capture.bodyLength())));
    try (InputStream in = open(capture)) {
      byte[] part = new byte[BUFFER];
      for (int n; (n = in.read(part)) >= 0;) {
        int room = most - out.size();
        out.write(part, 0, Math.min(n, room));
        if (n > room) {
          return new DecodedBody(out.toByteArray(), "longer than " + most + " bytes");
        }
      }
      return new DecodedBody(out.toByteArray(), null);
    } catch (IOException e) {
      String reason = e.getMessage();
      return new DecodedBody(out.toByteArray(), reason == null ? "ended early" : reason);
    }
  }

  /**
   * What is wrong with a body, without keeping it; null when nothing is, when its coding is not known here, and when it
   * is longer than one cares to look at.
   */
  public static @Nullable String flaw(Capture capture, long most) {
    if (!ContentCoding.isKnown(capture.headers())) {
      return capture.truncated();
    }
    try (InputStream in = open(capture)) {
      byte[] part = new byte[BUFFER];
      long seen = 0;
      for (int n; seen <= most && (n = in.read(part)) >= 0;) {
        seen += n;
      }
      return null;
    } catch (IOException e) {
      String reason = e.getMessage();
      return reason == null ? "ended early" : reason;
    }
  }

  public byte[] bytes() {
    return Arrays.copyOf(bytes, bytes.length);
  }

  public InputStream stream() {
    return new ByteArrayInputStream(bytes);
  }

  /** What is wrong with it, or null when it is whole. */
  public @Nullable String flaw() {
    return flaw;
  }

  public boolean isWhole() {
    return flaw == null;
  }

  private static final class NoFalseEnd extends FilterInputStream {

    private final @Nullable String truncated;

    NoFalseEnd(InputStream in, @Nullable String truncated) {
      super(in);
      this.truncated = truncated;
    }

    @Override
    public int read() throws IOException {
      return checked(in.read());
    }

    @Override
    public int read(byte[] into, int from, int count) throws IOException {
      return checked(in.read(into, from, count));
    }

    private int checked(int read) throws EOFException {
      if (read < 0 && truncated != null) {
        throw new EOFException("the body was cut: " + truncated);
      }
      return read;
    }
  }
}
