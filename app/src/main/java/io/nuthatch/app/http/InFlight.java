package io.nuthatch.app.http;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The requests that are being answered, so that a stopping server can wait for them and end its streams. */
final class InFlight {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition idle = lock.newCondition();
  private final Set<Runnable> streams = ConcurrentHashMap.newKeySet();
  private int running;
  private volatile boolean draining;

  /** One running request. */
  interface Ticket extends AutoCloseable {
    @Override
    void close();
  }

  Ticket enter() {
    lock.lock();
    try {
      running++;
    } finally {
      lock.unlock();
    }
    return () -> {
      lock.lock();
      try {
        if (--running == 0) {
          idle.signalAll();
        }
      } finally {
        lock.unlock();
      }
    };
  }

  /** Calls back when the server begins to drain; at once if it has. */
  AutoCloseable onDrain(Runnable end) {
    streams.add(end);
    if (draining) {
      end.run();
    }
    return () -> streams.remove(end);
  }

  void drain() {
    draining = true;
    streams.forEach(Runnable::run);
  }

  boolean isDraining() {
    return draining;
  }

  int running() {
    lock.lock();
    try {
      return running;
    } finally {
      lock.unlock();
    }
  }

  boolean awaitIdle(Duration atMost) throws InterruptedException {
    long left = atMost.toNanos();
    lock.lock();
    try {
      while (running > 0 && left > 0) {
        left = idle.awaitNanos(left);
      }
      return running == 0;
    } finally {
      lock.unlock();
    }
  }
}
