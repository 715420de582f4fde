package io.nuthatch.harvest;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A call as it goes over the wire.
 *
 * @param body text in UTF-8, or null
 * @param secrets values that must not reach the archive, a log or a message, wherever they stand
 */
public record HttpCall(String method, URI uri, List<Map.Entry<String, String>> headers, @Nullable String body,
    Set<String> secrets) {
}
