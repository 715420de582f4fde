package io.nuthatch.model;

import org.jspecify.annotations.Nullable;

/** An image, video or sound that belongs to a post: where the best copy of it is, and what it shows if somebody said. */
public record Media(Kind kind, String url, @Nullable String description) {

  public enum Kind {
    IMAGE,
    VIDEO,
    AUDIO,
    OTHER
  }
}
