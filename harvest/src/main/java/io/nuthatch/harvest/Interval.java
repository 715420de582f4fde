package io.nuthatch.harvest;

import org.jspecify.annotations.Nullable;

/**
 * A stretch of a seed's items, by positions that only the adapter understands (ids, as a rule): newer than
 * {@code after}, and not newer than {@code before} says, which is the oldest that has been captured already. Null means
 * without end.
 */
public record Interval(@Nullable String after, @Nullable String before) {

  public static final Interval ALL = new Interval(null, null);
}
