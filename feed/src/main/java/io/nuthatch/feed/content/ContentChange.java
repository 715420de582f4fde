package io.nuthatch.feed.content;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened to posts, for those downstream. Changes of counters are not told: there is one for every
 * look-up, and whoever makes the look-up knows.
 *
 * @param collection the collection the posts came into; null when they came into none
 */
public record ContentChange(Kind kind, List<Long> posts, @Nullable String collection) {

  public enum Kind {
    /** Never seen before. */
    CREATED,
    /** Known, and now in this collection too. */
    JOINED,
    /** Says something else now. */
    EDITED,
    /** Must not be shown any more. */
    REMOVED
  }

  public ContentChange {
    posts = List.copyOf(posts);
  }
}
