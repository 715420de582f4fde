package io.nuthatch.simulator.people;

import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;
import java.util.function.LongFunction;

/** Post ids of a range from the newest to the oldest, one hour of the epoch after the other. */
final class Backwards implements PrimitiveIterator.OfLong {

  private final LongFunction<long[]> idsOfHour;
  private final IdRange range;
  private final long lastHour;
  private long hour;
  private long[] ids = {};
  private int next = -1;

  /**
   * @param idsOfHour the ids of an hour, ascending
   * @param range bounded on both sides
   */
  Backwards(LongFunction<long[]> idsOfHour, IdRange range) {
    this.idsOfHour = idsOfHour;
    this.range = range;
    hour = hour(range.upTo()) + 1;
    lastHour = hour(range.after());
  }

  @Override
  public boolean hasNext() {
    while (next < 0) {
      if (hour <= lastHour) {
        return false;
      }
      ids = idsOfHour.apply(--hour);
      next = ids.length - 1;
      while (next >= 0 && ids[next] > range.upTo()) {
        next--;
      }
    }
    return ids[next] > range.after();
  }

  @Override
  public long nextLong() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return ids[next--];
  }

  private static long hour(long id) {
    return Math.floorDiv(Snowflake.millis(id), Rhythm.HOUR);
  }
}
