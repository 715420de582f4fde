package io.nuthatch.harvest.capture;

import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * One exchange as it went over the wire, above TLS. The body is as transferred, still chunked and compressed if it came
 * so ({@link DecodedBody} undoes that); a small one is in memory, a large one in a file that goes when this is closed.
 */
public interface Capture extends Heads, AutoCloseable {

  long bodyLength();

  /** The body from its start; may be asked for any number of times until this is closed. */
  InputStream body();

  /**
   * Why the body is not whole, in the words of WARC-Truncated ({@code length}, {@code time}, {@code disconnect},
   * {@code unspecified} for one whose framing is broken), or null. An answer whose body ended before its length or its
   * last chunk is never whole.
   */
  @Nullable
  String truncated();

  @Override
  void close();
}
