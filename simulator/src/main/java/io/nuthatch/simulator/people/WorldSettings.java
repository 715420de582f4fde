package io.nuthatch.simulator.people;

import io.nuthatch.simulator.SimulatorException;
import java.time.Duration;
import java.time.Instant;

/**
 * What a world is made of. Two worlds of equal settings are equal byte for byte.
 *
 * @param beginning no computed post is older
 * @param postsPerDay the mean over all accounts; single accounts differ by orders of magnitude
 * @param halfLife the median time in which a post gathers half of all the attention it will ever get
 */
public record WorldSettings(long seed, int accounts, Instant beginning, double postsPerDay, Duration halfLife,
    Upheaval upheaval) {

  /**
   * How often things change after the fact: the share of posts deleted and edited; the share of accounts that in a
   * quarter of a year are renamed, hide behind protection for a while, or are suspended for a while.
   */
  public record Upheaval(double deleted, double edited, double renamed, double hidden, double suspended) {

    /** What is posted stays as it is. */
    public static final Upheaval NONE = new Upheaval(0, 0, 0, 0, 0);
    public static final Upheaval USUAL = new Upheaval(0.03, 0.02, 0.02, 0.02, 0.02);

    public Upheaval {
      for (double share : new double[]{deleted, edited, renamed, hidden, suspended}) {
        if (!(share >= 0 && share <= 1)) {
          throw SimulatorException.callers("a share of upheaval must lie between 0 and 1, not " + share);
        }
      }
    }
  }

  private static final WorldSettings DEFAULTS = new WorldSettings(1, 1_000, Instant.parse("2026-01-01T00:00:00Z"), 4,
      Duration.ofMinutes(18), Upheaval.USUAL);

  public WorldSettings {
    if (accounts < 0 || accounts > Snowflake.MAX_ACCOUNTS / 2) {
      throw SimulatorException
          .callers("a world has between 0 and " + Snowflake.MAX_ACCOUNTS / 2 + " accounts, not " + accounts);
    }
    if (!(postsPerDay > 0 && postsPerDay <= Rhythm.MAX_PER_DAY)) {
      throw SimulatorException.callers(
          "an account posts more than 0 and at most " + Rhythm.MAX_PER_DAY + " times a day, not " + postsPerDay);
    }
    if (halfLife.toMillis() < 1) {
      throw SimulatorException.callers("the half-life of attention must be at least a millisecond, not " + halfLife);
    }
    if (beginning.isBefore(Snowflake.instant(0))) {
      throw SimulatorException.callers("a world cannot begin before its ids do: " + beginning);
    }
  }

  public static WorldSettings defaults() {
    return DEFAULTS;
  }

  public WorldSettings withSeed(long value) {
    return new WorldSettings(value, accounts, beginning, postsPerDay, halfLife, upheaval);
  }

  public WorldSettings withAccounts(int value) {
    return new WorldSettings(seed, value, beginning, postsPerDay, halfLife, upheaval);
  }

  public WorldSettings withBeginning(Instant value) {
    return new WorldSettings(seed, accounts, value, postsPerDay, halfLife, upheaval);
  }

  public WorldSettings withPostsPerDay(double value) {
    return new WorldSettings(seed, accounts, beginning, value, halfLife, upheaval);
  }

  public WorldSettings withUpheaval(Upheaval value) {
    return new WorldSettings(seed, accounts, beginning, postsPerDay, halfLife, value);
  }
}
