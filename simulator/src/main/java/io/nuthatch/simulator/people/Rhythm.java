package io.nuthatch.simulator.people;

import io.nuthatch.simulator.people.Dice.Purpose;

/**
 * When each account posts. Some do so hundreds of times a day and most hardly ever, more in their evening than at
 * night, a little less at weekends.
 */
final class Rhythm {

  /*
   * Slots. An account's time is cut into slots of one width, an hour or a power of two less of it, so narrow that even
   * in its best hour a slot is empty more often than not. A slot holds one post or none, which a hash decides, so that
   * whether there is a post at a given time is one calculation, and going through an account's posts in any direction
   * is counting.
   *
   * Parity. Posts are born in even milliseconds; the odd ones are left to edits, which need ids of their own.
   */

  static final long NONE = Long.MIN_VALUE;
  static final long HOUR = 3_600_000;
  static final double MAX_PER_DAY = 1_000;

  /** An hour is 2^7 × 28,125 ms: finer slots would not be whole milliseconds. */
  static final int MAX_SLOT_BITS = 7;

  private static final double FULLEST = 0.8;
  private static final double SPREAD = 1.2;
  private static final double WEEKDAY = 1.06;
  private static final double WEEKEND = 0.85;
  /** Posts per hour of the local day, relative to an even spread. */
  private static final double[] DAY = {0.60, 0.35, 0.20, 0.12, 0.12, 0.20, 0.45, 0.80, 1.05, 1.15, 1.20, 1.25, 1.40,
      1.30, 1.20, 1.15, 1.20, 1.30, 1.45, 1.60, 1.75, 1.80, 1.50, 0.86};
  private static final double PEAK = 1.8 * WEEKDAY;

  private final long seed;
  private final long beginning;
  private final float[] perHour;
  private final byte[] zone;
  private final byte[] slotBits;

  Rhythm(WorldSettings settings) {
    seed = settings.seed();
    beginning = settings.beginning().toEpochMilli();
    int accounts = settings.accounts();
    perHour = new float[accounts];
    zone = new byte[accounts];
    slotBits = new byte[accounts];
    double median = settings.postsPerDay() / StrictMath.exp(SPREAD * SPREAD / 2);
    for (int account = 0; account < accounts; account++) {
      Dice dice = Dice.of(seed, Purpose.RATE, account);
      double hourly = Math.min(MAX_PER_DAY, dice.around(median, SPREAD)) / 24;
      perHour[account] = (float) hourly;
      zone[account] = (byte) (dice.below(24) - 12);
      while (slotBits[account] < MAX_SLOT_BITS && hourly * PEAK / (1 << slotBits[account]) > FULLEST) {
        slotBits[account]++;
      }
    }
  }

  int accounts() {
    return perHour.length;
  }

  double postsPerDay(int account) {
    return perHour[account] * 24.0;
  }

  long slot(int account, long millis) {
    return Math.floorDiv(millis, width(account));
  }

  long width(int account) {
    return HOUR >> slotBits[account];
  }

  int slotsPerHour(int account) {
    return 1 << slotBits[account];
  }

  /** The millisecond in which the account posts in this slot, or {@link #NONE}. */
  long birth(int account, long slot) {
    long start = slot * width(account);
    long hour = Math.floorDiv(start, HOUR);
    long hash = Dice.hash(seed, Purpose.BIRTH, slot << 22 | account);
    if (Dice.unit(hash) >= perHour[account] * activity(hour + zone[account]) / (1 << slotBits[account])) {
      return NONE;
    }
    long within = (hash & 0xFFF_FFFFL) % (width(account) / 2) * 2;
    long birth = start + (start & 1) + within;
    return birth < beginning ? NONE : birth;
  }

  private static double activity(long localHour) {
    long day = Math.floorDiv(localHour, 24L);
    boolean weekend = Math.floorMod(day + 3, 7) >= 5;
    return DAY[Math.floorMod(localHour, 24)] * (weekend ? WEEKEND : WEEKDAY);
  }
}
