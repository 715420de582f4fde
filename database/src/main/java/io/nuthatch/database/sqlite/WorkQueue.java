package io.nuthatch.database.sqlite;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Work that waits, first come, first served. When full, callers are held back; when closed, what waits is still done. */
final class WorkQueue {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition notEmpty = lock.newCondition();
  private final Condition notFull = lock.newCondition();
  private final ArrayDeque<Work<?>> waiting = new ArrayDeque<>();
  private final int capacity;
  private boolean closed;

  WorkQueue(int capacity) {
    this.capacity = capacity;
  }

  /** False when the queue is closed. */
  boolean put(Work<?> work) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (waiting.size() >= capacity && !closed) {
        notFull.await();
      }
      if (closed) {
        return false;
      }
      waiting.addLast(work);
      notEmpty.signal();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Waits for work; null when the queue is closed and nothing is left. */
  @Nullable
  Work<?> take() {
    lock.lock();
    try {
      awaitWork();
      notFull.signal();
      return waiting.pollFirst();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for work and takes all there is; false when the queue is closed and nothing is left. */
  boolean takeAll(List<Work<?>> into) {
    lock.lock();
    try {
      awaitWork();
      into.addAll(waiting);
      waiting.clear();
      notFull.signalAll();
      return !into.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      notEmpty.signalAll();
      notFull.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void awaitWork() {
    while (waiting.isEmpty() && !closed) {
      notEmpty.awaitUninterruptibly();
    }
  }
}
