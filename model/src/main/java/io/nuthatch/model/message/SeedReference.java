package io.nuthatch.model.message;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A seed as a message carries it. The token is text, or an object where a type of harvest needs more than a word:
 * {@code {"query": …, "geocode": …}}.
 */
public record SeedReference(@Nullable String id, @Nullable JsonNode token, @Nullable String uid) {

  /** The token as text: itself, or the object as JSON. */
  public @Nullable String tokenText() {
    return token == null || token.isNull() ? null : token.isString() ? token.asString() : token.toString();
  }
}
