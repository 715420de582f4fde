package io.nuthatch.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** Two clocks turned by hand: together, or the wall clock alone as when somebody sets it. */
public final class TurnedClock {

  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  private final AtomicLong wall = new AtomicLong(START.toEpochMilli());
  private final AtomicLong steady = new AtomicLong(1_000_000);

  public QueueTime time() {
    return new QueueTime(this::now, steady::get);
  }

  public Instant now() {
    return Instant.ofEpochMilli(wall.get());
  }

  public void advance(Duration duration) {
    wall.addAndGet(duration.toMillis());
    steady.addAndGet(duration.toMillis());
  }

  /** The wall clock jumps, forward or back; time passes as before. */
  public void set(Duration jump) {
    wall.addAndGet(jump.toMillis());
  }
}
