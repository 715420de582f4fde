package io.nuthatch.harvest.capture;

import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One exchange as it went over the wire, above TLS. The body is as transferred, still chunked and compressed if it came
 * so; a small one is in memory, a large one in a file that goes when this is closed.
 */
public interface Capture extends AutoCloseable {

  URI uri();

  /** When the answer began to arrive. */
  Instant at();

  @Nullable
  InetAddress peer();

  /** The request, head and body. */
  byte[] request();

  /** Status line and header fields, with the empty line that ends them. */
  byte[] responseHead();

  long bodyLength();

  InputStream body();

  /** Values that must not be kept. */
  Set<String> secrets();

  /** Why the body is not whole, in the words of WARC-Truncated ({@code length}, {@code time}, {@code disconnect}), or null. */
  @Nullable
  String truncated();

  @Override
  void close();
}
