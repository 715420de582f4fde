package io.nuthatch.simulator;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * A clock that goes at any speed and can be put forward: a thousand times as fast to see a month in 45 minutes, or at
 * speed 0 to move only when told. It never goes back. Any number of threads.
 */
public final class Pace implements InstantSource {

  private final LongSupplier nanos;
  private Instant since;
  private long sinceNanos;
  private double speed;

  Pace(Instant start, double speed, LongSupplier nanos) {
    this.nanos = nanos;
    since = start;
    sinceNanos = nanos.getAsLong();
    this.speed = checked(speed);
  }

  /** A clock that shows the given instant now and goes on at the given speed; 1 is real time. */
  public static Pace starting(Instant start, double speed) {
    return new Pace(start, speed, System::nanoTime);
  }

  @Override
  public synchronized Instant instant() {
    return since.plusNanos((long) ((nanos.getAsLong() - sinceNanos) * speed));
  }

  public synchronized double speed() {
    return speed;
  }

  /** From now on the clock goes at this speed. */
  public synchronized void speed(double value) {
    checked(value);
    settle(Duration.ZERO);
    speed = value;
  }

  /** Puts the clock forward. */
  public synchronized void advance(Duration by) {
    if (by.isNegative()) {
      throw SimulatorException.callers("time does not go back, not even by " + by.negated());
    }
    settle(by);
  }

  private void settle(Duration by) {
    since = instant().plus(by);
    sinceNanos = nanos.getAsLong();
  }

  private static double checked(double speed) {
    if (!(speed >= 0 && speed <= 1_000_000)) {
      throw SimulatorException.callers("a clock goes at a speed between 0 and 1,000,000, not " + speed);
    }
    return speed;
  }
}
