package io.nuthatch.simulator.platform;

import java.util.Map;
import java.util.Optional;

/**
 * A request as it came in.
 *
 * @param base scheme, host and port as the client wrote them
 * @param path without the query, still encoded
 * @param parameters from the query and, for a form, from the body
 * @param headers names in lower case
 * @param body as text, empty without one
 */
public record Incoming(String method, String base, String path, Parameters parameters, Map<String, String> headers,
    String body) {

  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }
}
