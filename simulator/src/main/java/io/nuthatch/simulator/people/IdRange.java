package io.nuthatch.simulator.people;

import java.time.Instant;

/** A stretch of posts: ids greater than {@code after}, up to and including {@code upTo}. */
public record IdRange(long after, long upTo) {

  public static final IdRange ALL = new IdRange(0, Long.MAX_VALUE);

  /** Posts from one instant (inclusive) to another (exclusive). */
  public static IdRange between(Instant from, Instant to) {
    return new IdRange(Snowflake.first(from) - 1, Snowflake.first(to) - 1);
  }

  public IdRange and(IdRange other) {
    return new IdRange(Math.max(after, other.after), Math.min(upTo, other.upTo));
  }

  public boolean contains(long id) {
    return id > after && id <= upTo;
  }
}
