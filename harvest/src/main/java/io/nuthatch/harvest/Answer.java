package io.nuthatch.harvest;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A platform's answer, decoded. */
public interface Answer {

  int status();

  /** Names in lower case. */
  Map<String, List<String>> headers();

  /** The first value, or null. */
  default @Nullable String header(String name) {
    List<String> values = headers().get(name);
    return values == null || values.isEmpty() ? null : values.getFirst();
  }

  /** The body as JSON, read once; a missing node when it is not JSON at all. */
  JsonNode json();

  /** The body as text, for messages; at most the first few thousand characters. */
  String text();
}
