package io.nuthatch.simulator.people;

import io.nuthatch.simulator.people.Dice.Purpose;

/**
 * How the attention a post gets grows with its age. Each post has a final amount, proportional to its author's audience
 * and very unequal, and a curve; the counters are that amount times the curve, rounded down.
 */
final class Attention {

  /*
   * Curve. The share reached at age a is a / (a + h): half at the half-life h, and a tail so heavy that a day later one
   * in a hundred is still to come. h is log-normal around the median of the settings. Every 25th post has a second wave
   * hours later, when someone with a larger audience finds it.
   *
   * The curve is a closed form of post and age: nothing is stored, and two look-ups in any order agree.
   */

  private static final double HALF_LIFE_SPREAD = 0.9;
  private static final double SECOND_WAVE = 0.04;

  private final long seed;
  private final double halfLife;

  Attention(WorldSettings settings) {
    seed = settings.seed();
    halfLife = settings.halfLife().toMillis();
  }

  Engagement at(long origin, double audience, long millis) {
    long age = millis - Snowflake.millis(origin);
    if (age <= 0) {
      return Engagement.NONE;
    }
    Dice dice = Dice.of(seed, Purpose.REACH, origin);
    double share = share(dice, age);
    double views = 5 + audience * dice.around(0.15, 1.0);
    if (dice.chance(0.02)) {
      views *= Math.min(1_000, StrictMath.pow(1 - dice.unit(), -0.85));
    }
    double likes = views * dice.around(0.02, 0.6);
    double retweets = likes * dice.around(0.18, 0.5);
    double replies = likes * dice.around(0.1, 0.5);
    return new Engagement((long) (retweets * share), (long) (likes * share), (long) (replies * share),
        (long) (retweets * 0.12 * share), (long) (views * share), (long) (likes * 0.08 * share));
  }

  /** The part of all its attention that a post has got at an age, between 0 and 1. */
  private double share(Dice dice, long age) {
    double half = dice.around(halfLife, HALF_LIFE_SPREAD);
    double first = age / (age + half);
    if (!dice.chance(SECOND_WAVE)) {
      return first;
    }
    double weight = 0.2 + 0.6 * dice.unit();
    double since = age - halfLife * (5 + 60 * dice.unit());
    double second = since <= 0 ? 0 : since / (since + half);
    return first * (1 - weight) + second * weight;
  }
}
