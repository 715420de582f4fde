package io.nuthatch.feed.content;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What someone of this installation posts: their local name, the message, and data of any shape. */
public record LocalPost(String author, String message, @Nullable JsonNode data) {

  /** The platform of people of this installation. */
  public static final String PLATFORM = "local";
}
