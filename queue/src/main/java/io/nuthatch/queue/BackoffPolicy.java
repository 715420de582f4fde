package io.nuthatch.queue;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait after a failure: twice as long each time, up to a limit, and spread at random so that those who
 * failed together do not return together.
 *
 * @param spread the share of the wait that is left to chance, between 0 and 1
 */
public record BackoffPolicy(Duration first, Duration longest, double spread) {

  public BackoffPolicy {
    if (first.toMillis() < 1 || longest.compareTo(first) < 0 || !(spread >= 0 && spread <= 1)) {
      throw QueueException.caller("a back-off begins with at least a millisecond, ends no lower, and is spread by a "
          + "share between 0 and 1: " + first + ", " + longest + ", " + spread);
    }
  }

  public static BackoffPolicy usual() {
    return new BackoffPolicy(Duration.ofSeconds(2), Duration.ofMinutes(30), 0.5);
  }

  /** The wait after this many attempts. */
  public Duration after(int attempts, RandomGenerator random) {
    double full = Math.min((double) longest.toMillis(), first.toMillis() * Math.pow(2, Math.max(0, attempts - 1)));
    return Duration.ofMillis((long) Math.max(1, full * (1 - spread * random.nextDouble())));
  }
}
