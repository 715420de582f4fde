package io.nuthatch.harvest.capture;

import java.net.InetAddress;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is known of an exchange once the head of the answer is there: the request, that head, and who gave it. */
public interface Heads {

  URI uri();

  /** When the answer began to arrive. */
  Instant at();

  @Nullable
  InetAddress peer();

  /** The request, head and body, as it went out. */
  byte[] request();

  /** Status line and header fields as they came, with the empty line that ends them; of the final answer, not of interim ones. */
  byte[] responseHead();

  int status();

  /** Names in lower case, values in the order in which they came. */
  Map<String, List<String>> headers();

  /** The first value, or null. */
  default @Nullable String header(String lowerCaseName) {
    List<String> values = headers().get(lowerCaseName);
    return values == null || values.isEmpty() ? null : values.getFirst();
  }

  /** Values that must not be kept. */
  Set<String> secrets();
}
