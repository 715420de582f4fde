package io.nuthatch.harvest.capture;

import java.time.Duration;

/**
 * How long and how large an exchange may be.
 *
 * @param connect to get a connection, TLS included
 * @param silence between two bytes of the answer, and before its first
 * @param total from the call to the last byte; the head of a {@link StreamingCapture} but not its body
 * @param bytes of the body as transferred; what is over is cut
 */
public record Limits(Duration connect, Duration silence, Duration total, long bytes) {

  public static final Limits STANDARD = new Limits(Duration.ofSeconds(10), Duration.ofSeconds(60),
      Duration.ofMinutes(5),
      256L << 20);

  public Limits {
    if (connect.toMillis() <= 0 || silence.toMillis() <= 0 || total.toMillis() <= 0 || bytes <= 0) {
      throw new IllegalArgumentException(
          "limits of an exchange are longer than nothing: connect " + connect + ", silence "
              + silence + ", total " + total + ", bytes " + bytes);
    }
  }

  public Limits withSilence(Duration longest) {
    return new Limits(connect, longest, total, bytes);
  }

  public Limits withTotal(Duration longest) {
    return new Limits(connect, silence, longest, bytes);
  }

  public Limits withBytes(long most) {
    return new Limits(connect, silence, total, most);
  }
}
