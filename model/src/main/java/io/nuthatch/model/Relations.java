package io.nuthatch.model;

import org.jspecify.annotations.Nullable;

/** Which posts a post shares, quotes or answers. */
public record Relations(@Nullable PostName repostOf, @Nullable PostName quoteOf, @Nullable PostName replyTo) {

  public static final Relations NONE = new Relations(null, null, null);
}
