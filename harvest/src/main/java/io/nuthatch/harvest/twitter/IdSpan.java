package io.nuthatch.harvest.twitter;

import io.nuthatch.archive.items.Item;
import io.nuthatch.archive.items.twitter.TweetId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The greatest and the least id of a page, which need not be its first and its last. Ids compare as numbers. */
public record IdSpan(long newest, long oldest) {

  /** Searches find what is younger than this. */
  public static final Duration SEARCH_REACH = Duration.ofDays(7);

  /** The span of a page, or null if it is empty. */
  public static @Nullable IdSpan of(List<Item> items) {
    if (items.isEmpty()) {
      return null;
    }
    long newest = Long.MIN_VALUE;
    long oldest = Long.MAX_VALUE;
    for (Item item : items) {
      long id = Long.parseLong(item.name().nativeId());
      newest = Math.max(newest, id);
      oldest = Math.min(oldest, id);
    }
    return new IdSpan(newest, oldest);
  }

  /** Whether what is newer than a position began before a search can find it. Positions are ids. */
  public static boolean isBeyondSearch(@Nullable String position, Instant now) {
    return position != null && Long.parseLong(position) < TweetId.first(now.minus(SEARCH_REACH));
  }
}
