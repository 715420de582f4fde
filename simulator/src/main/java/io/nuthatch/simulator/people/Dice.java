package io.nuthatch.simulator.people;

import java.util.List;

/**
 * A run of pseudo-random numbers that depends on nothing but the world's seed, a purpose and a key: the same on every
 * machine, in any order of asking. SplitMix64 inside; {@link StrictMath} where a curve is needed, because {@link Math}
 * may differ in the last bit between processors.
 */
final class Dice {

  /** What a run is for; two purposes never share numbers. To rename a purpose is to change every world. */
  enum Purpose {
    RATE,
    HABITS,
    BIRTH,
    KIND,
    TOPIC,
    REFERENCE,
    TEXT,
    EDIT,
    DELETION,
    REACH,
    PROFILE,
    NAME,
    FOLLOWEES,
    RENAME,
    PROTECTION,
    SUSPENSION,
    FATE;

    private final long salt = GOLDEN * name().hashCode();
  }

  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

  private long state;

  private Dice(long state) {
    this.state = state;
  }

  static Dice of(long seed, Purpose purpose, long key) {
    return new Dice(hash(seed, purpose, key));
  }

  static Dice of(long seed, Purpose purpose, long key, long second) {
    return new Dice(mix(hash(seed, purpose, key) + GOLDEN * (second + 1)));
  }

  /** One number where a whole run is not needed. */
  static long hash(long seed, Purpose purpose, long key) {
    return mix(mix(seed + purpose.salt) ^ mix(key + GOLDEN));
  }

  static double unit(long hash) {
    return (hash >>> 11) * 0x1p-53;
  }

  private static long mix(long z) {
    z = (z ^ z >>> 30) * 0xBF58_476D_1CE4_E5B9L;
    z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
    return z ^ z >>> 31;
  }

  long bits() {
    return mix(state += GOLDEN);
  }

  /** At least 0, below 1. */
  double unit() {
    return unit(bits());
  }

  boolean chance(double probability) {
    return unit() < probability;
  }

  /** At least 0, below the bound. */
  int below(int bound) {
    return (int) (unit() * bound);
  }

  <T> T pick(List<T> choices) {
    return choices.get(below(choices.size()));
  }

  double gaussian() {
    double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - unit()));
    return radius * StrictMath.cos(2 * StrictMath.PI * unit());
  }

  /** Log-normal: half of all values lie below the median. */
  double around(double median, double spread) {
    return median * StrictMath.exp(spread * gaussian());
  }

  /** Zipf-like: 0 is the most likely, each power of two of the bound about as likely as the next. */
  int ranked(int bound) {
    return Math.min(bound - 1, (int) StrictMath.exp(unit() * StrictMath.log(bound + 1.0)) - 1);
  }
}
