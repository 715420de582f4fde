package io.nuthatch.archive.items.twitter;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Ids of tweets, which since November 2010 hold the time at which they were made: milliseconds above 22 bits. */
public final class TweetId {

  private static final long EPOCH = 1_288_834_974_657L;
  private static final int LOW_BITS = 22;
  private static final long FIRST_WITH_TIME = 29_700_859_247L;

  private TweetId() {
  }

  /** When the tweet was made, or null for ids from before they told. */
  public static @Nullable Instant time(long id) {
    return id < FIRST_WITH_TIME ? null : Instant.ofEpochMilli((id >> LOW_BITS) + EPOCH);
  }

  /** The least id that a tweet of this time or a later one can have. */
  public static long first(Instant time) {
    return Math.max(0, time.toEpochMilli() - EPOCH) << LOW_BITS;
  }
}
