package io.nuthatch.queue;

import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The two clocks of a queue: the wall clock says what is due, the steady one when a lease ends. A wall clock that is
 * set forward or back therefore neither ends a lease nor prolongs it.
 */
public record QueueTime(InstantSource wall, LongSupplier steadyMillis) {

  public static QueueTime system() {
    return new QueueTime(InstantSource.system(), () -> System.nanoTime() / 1_000_000);
  }

  /** Both from one source, for tests and simulations that turn the clock by hand. */
  public static QueueTime of(InstantSource source) {
    return new QueueTime(source, source::millis);
  }
}
