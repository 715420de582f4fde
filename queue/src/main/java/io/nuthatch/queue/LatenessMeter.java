package io.nuthatch.queue;

import java.time.Duration;

/**
 * How late jobs were given, in buckets an eighth of a power of two wide, over this minute and the one before. For
 * backends to keep; not for several threads at a time.
 */
public final class LatenessMeter {

  private static final long MINUTE = 60_000;
  private static final int STEPS_BITS = 3;
  private static final int STEPS = 1 << STEPS_BITS;
  private static final int BUCKETS = 64 << STEPS_BITS;

  private long minute;
  private int[] current = new int[0];
  private int[] previous = new int[0];
  private long longest;
  private long previousLongest;

  public void add(long nowMillis, long lateMillis) {
    turn(nowMillis);
    if (current.length == 0) {
      current = new int[BUCKETS];
    }
    long late = Math.max(0, lateMillis);
    current[bucket(late)]++;
    longest = Math.max(longest, late);
  }

  public Lateness read(long nowMillis) {
    turn(nowMillis);
    long jobs = 0;
    for (int i = 0; i < BUCKETS; i++) {
      jobs += count(i);
    }
    return jobs == 0
        ? Lateness.NONE
        : new Lateness(jobs, quantile(jobs, 0.5), quantile(jobs, 0.99),
            Duration.ofMillis(Math.max(longest, previousLongest)));
  }

  private void turn(long nowMillis) {
    long now = nowMillis / MINUTE;
    if (now != minute) {
      previous = now == minute + 1 ? current : new int[0];
      previousLongest = now == minute + 1 ? longest : 0;
      current = new int[0];
      longest = 0;
      minute = now;
    }
  }

  private Duration quantile(long jobs, double share) {
    long rank = (long) Math.ceil(jobs * share);
    int i = 0;
    for (long seen = count(0); seen < rank; seen += count(++i)) {
    }
    return Duration.ofMillis(Math.min(upperEdge(i), Math.max(longest, previousLongest)));
  }

  private long count(int bucket) {
    return (current.length == 0 ? 0 : current[bucket]) + (previous.length == 0 ? 0L : previous[bucket]);
  }

  /** Exact below 8, then eight steps to each doubling. */
  private static int bucket(long value) {
    if (value < STEPS) {
      return (int) value;
    }
    int power = 63 - Long.numberOfLeadingZeros(value);
    int step = (int) (value >>> (power - STEPS_BITS)) & (STEPS - 1);
    return ((power - STEPS_BITS + 1) << STEPS_BITS) + step;
  }

  private static long upperEdge(int bucket) {
    if (bucket < STEPS) {
      return bucket;
    }
    int power = (bucket >>> STEPS_BITS) + STEPS_BITS - 1;
    long step = bucket & (STEPS - 1);
    return ((STEPS + step + 1) << (power - STEPS_BITS)) - 1;
  }
}
