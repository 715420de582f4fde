package io.nuthatch.harvest.engine;

import io.nuthatch.harvest.capture.CallScope;
import io.nuthatch.harvest.engine.Ended.Why;
import io.nuthatch.harvest.quota.Patience;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * How a harvest in progress is told to end, from any thread: whoever waits is woken, whoever calls is cut off, whoever
 * works finds out at the next check.
 */
final class Reins implements Patience {

  private static final Duration LONGEST_REST = Duration.ofMillis(500);

  private final InstantSource clock;
  private final CallScope calls = new CallScope();
  private final Set<Thread> resting = ConcurrentHashMap.newKeySet();
  private volatile @Nullable Why why;
  private volatile Runnable meanwhile = () -> {
  };

  Reins(InstantSource clock) {
    this.clock = clock;
  }

  /** What is done now and then while the harvest waits. */
  void whileResting(Runnable work) {
    meanwhile = work;
  }

  /** The calls of the harvest; they are cut off when the harvest has gone to another. */
  CallScope calls() {
    return calls;
  }

  void stop() {
    pull(Why.STOP);
  }

  void pause() {
    pull(Why.PAUSE);
  }

  void lose() {
    pull(Why.LOST);
    calls.close();
  }

  /** To stop beats to pause, to have lost it beats both. */
  private synchronized void pull(Why next) {
    Why now = why;
    if (now == null || next == Why.LOST || (next == Why.STOP && now == Why.PAUSE)) {
      why = next;
    }
    resting.forEach(LockSupport::unpark);
  }

  @Nullable
  Why why() {
    return why;
  }

  /** Throws when the harvest shall not go on. An interrupted worker has lost its lease, or is out of time. */
  void check() {
    if (Thread.currentThread().isInterrupted()) {
      lose();
    }
    Why now = why;
    if (now != null) {
      throw new Ended(now);
    }
  }

  @Override
  public void rest(Duration atMost) {
    resting.add(Thread.currentThread());
    try {
      check();
      meanwhile.run();
      LockSupport.parkNanos(this, Math.min(atMost.toNanos(), LONGEST_REST.toNanos()));
      check();
    } finally {
      resting.remove(Thread.currentThread());
    }
  }

  void restUntil(Instant time) {
    for (Instant now = clock.instant(); now.isBefore(time); now = clock.instant()) {
      rest(Duration.between(now, time));
    }
  }
}
