package io.nuthatch.simulator;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A clock that stands until it is moved by hand. Threads may wait for a time, and a test for threads that wait. */
public final class ManualClock extends Clock {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private Instant now;
  private int waiters;

  private ManualClock(Instant now) {
    this.now = now;
  }

  public static ManualClock at(Instant start) {
    return new ManualClock(start);
  }

  @Override
  public Instant instant() {
    lock.lock();
    try {
      return now;
    } finally {
      lock.unlock();
    }
  }

  public void advance(Duration by) {
    if (by.isNegative()) {
      throw new IllegalArgumentException("a clock advances forward, not by " + by + "; use set");
    }
    lock.lock();
    try {
      set(now.plus(by));
    } finally {
      lock.unlock();
    }
  }

  /** To any time, also to one before, as real clocks sometimes do. */
  public void set(Instant instant) {
    lock.lock();
    try {
      now = instant;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until the clock shows this time or a later one. */
  public void awaitTime(Instant until) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      waiters++;
      changed.signalAll();
      while (now.isBefore(until)) {
        changed.await();
      }
    } finally {
      waiters--;
      lock.unlock();
    }
  }

  /** Waits until so many threads wait for a time, so that a test moves the clock after they have come to rest. */
  public void awaitWaiters(int count) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (waiters < count) {
        changed.await();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  /** In another zone, the same clock: it moves with this one. */
  @Override
  public Clock withZone(ZoneId zone) {
    InstantSource source = () -> instant();
    return source.withZone(zone);
  }
}
