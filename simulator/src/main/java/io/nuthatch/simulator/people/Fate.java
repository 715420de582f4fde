package io.nuthatch.simulator.people;

import io.nuthatch.simulator.people.Dice.Purpose;
import io.nuthatch.simulator.people.WorldSettings.Upheaval;

/**
 * What happens to computed accounts over time: renames, times of protection, suspensions with and without a comeback.
 */
final class Fate {

  /*
   * Quarters. Each account draws anew in every 90 days since the beginning: at most one rename, one time of protection
   * and one suspension lie inside a quarter, so the state at any instant needs only the quarter's own draw. Two things
   * last for good and are drawn once per account: being protected from the start, and a suspension without comeback.
   */

  private static final long QUARTER = 90 * 24 * Rhythm.HOUR;
  private static final double PROTECTED_FROM_THE_START = 2.0;
  private static final double QUARTERS_OF_INTEREST = 40;

  private final long seed;
  private final long beginning;
  private final Upheaval upheaval;

  Fate(WorldSettings settings) {
    seed = settings.seed();
    beginning = settings.beginning().toEpochMilli();
    upheaval = settings.upheaval();
  }

  AccountState state(int account, long millis) {
    if (within(Purpose.SUSPENSION, upheaval.suspended(), account, millis) || isGone(account, millis)) {
      return AccountState.SUSPENDED;
    }
    if (isPrivate(account) || within(Purpose.PROTECTION, upheaval.hidden(), account, millis)) {
      return AccountState.PROTECTED;
    }
    return AccountState.ACTIVE;
  }

  /** Counts the names an account has had: a quarter's number when it was last renamed, 0 before the first time. */
  int nameVersion(int account, long millis) {
    if (upheaval.renamed() == 0) {
      return 0;
    }
    for (long quarter = quarter(millis); quarter >= 0; quarter--) {
      long[] renamed = episode(Purpose.RENAME, upheaval.renamed(), account, quarter);
      if (renamed.length > 0 && renamed[0] <= millis) {
        return (int) quarter + 1;
      }
    }
    return 0;
  }

  private boolean isPrivate(int account) {
    double share = upheaval.hidden() * PROTECTED_FROM_THE_START;
    return share > 0 && Dice.unit(Dice.hash(seed, Purpose.FATE, account)) < share;
  }

  private boolean isGone(int account, long millis) {
    if (upheaval.suspended() == 0) {
      return false;
    }
    Dice dice = Dice.of(seed, Purpose.FATE, account, 1);
    double quarters = -StrictMath.log(1 - dice.unit()) / (upheaval.suspended() / 2);
    return quarters < QUARTERS_OF_INTEREST && millis >= beginning + (long) (quarters * QUARTER);
  }

  private boolean within(Purpose episode, double share, int account, long millis) {
    if (share == 0) {
      return false;
    }
    long[] drawn = episode(episode, share, account, quarter(millis));
    return drawn.length > 0 && millis >= drawn[0] && millis < drawn[1];
  }

  /** Start and end of what happens to an account in a quarter, or nothing. */
  private long[] episode(Purpose episode, double share, int account, long quarter) {
    Dice dice = Dice.of(seed, episode, account, quarter);
    if (quarter < 0 || !dice.chance(share)) {
      return new long[0];
    }
    long start = (long) (dice.unit() * QUARTER);
    long end = Math.min(QUARTER, start + (long) (dice.around(3, 1.2) * 24 * Rhythm.HOUR));
    long offset = beginning + quarter * QUARTER;
    return new long[]{offset + start, offset + end};
  }

  private long quarter(long millis) {
    return Math.floorDiv(millis - beginning, QUARTER);
  }
}
