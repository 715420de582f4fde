package io.nuthatch.simulator.people;

import java.time.Instant;

/**
 * Post ids that look and sort like Twitter's: milliseconds since 2010-11-04T01:42:54.657Z above 22 bits. Here the 22
 * bits are the number of the account, so an id alone says who wrote the post and when.
 */
public final class Snowflake {

  private static final long EPOCH = 1_288_834_974_657L;
  private static final int LOW_BITS = 22;
  private static final long LOW_MASK = (1L << LOW_BITS) - 1;

  /** The number of accounts that the low bits can tell apart. */
  static final int MAX_ACCOUNTS = 1 << LOW_BITS;

  private Snowflake() {
  }

  static long id(long millis, int account) {
    return (millis - EPOCH) << LOW_BITS | account;
  }

  public static long millis(long id) {
    return (id >> LOW_BITS) + EPOCH;
  }

  public static Instant instant(long id) {
    return Instant.ofEpochMilli(millis(id));
  }

  static int account(long id) {
    return (int) (id & LOW_MASK);
  }

  /** The least id a post of this instant can have. */
  public static long first(Instant instant) {
    return id(instant.toEpochMilli(), 0);
  }

  /** The greatest id a post of this instant can have. */
  public static long last(Instant instant) {
    return id(instant.toEpochMilli(), MAX_ACCOUNTS - 1);
  }
}
