package io.nuthatch.queue.embedded;

import io.nuthatch.model.NuthatchException.Kind;
import io.nuthatch.queue.QueueException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Where frames are written and made durable. Writing is done under the queue's lock; syncing is not, and one sync
 * serves all who wrote before it began.
 */
final class Journal {

  private final ReentrantLock syncing = new ReentrantLock();
  private final Condition synced = syncing.newCondition();
  private boolean busy;
  private long syncedUpTo;
  private long syncs;

  private volatile Segment active;
  /** Segments that may hold bytes no sync has covered, oldest first. */
  private List<Segment> unsynced;
  private volatile @Nullable QueueException failure;

  Journal(Segment first) {
    active = first;
    unsynced = new ArrayList<>(List.of(first));
  }

  Segment active() {
    return active;
  }

  /** Writes the frame and returns where it starts in the active segment. */
  int append(Frame frame) {
    check();
    try {
      return active.append(frame);
    } catch (QueueException e) {
      throw fail(e);
    }
  }

  /** The place behind everything written so far. */
  long end() {
    Segment last = active;
    return (last.number << 32) | last.position();
  }

  void rotate(Segment next) {
    syncing.lock();
    try {
      unsynced.add(next);
    } finally {
      syncing.unlock();
    }
    active = next;
  }

  /** Returns when everything before this place is on the disk. */
  void sync(long place) {
    syncing.lock();
    try {
      while (syncedUpTo < place) {
        check();
        if (busy) {
          synced.awaitUninterruptibly();
        } else {
          lead();
        }
      }
    } finally {
      syncing.unlock();
    }
  }

  private void lead() {
    busy = true;
    List<Segment> segments = List.copyOf(unsynced);
    syncing.unlock();
    long reached = 0;
    try {
      for (Segment segment : segments) {
        int position = segment.position();
        segment.sync(position);
        reached = (segment.number << 32) | position;
      }
    } catch (IOException e) {
      var _ = fail(
          new QueueException(Kind.BROKEN, "cannot sync " + segments.getLast().file + "; open the queue again", e));
    } finally {
      syncing.lock();
      busy = false;
      synced.signalAll();
    }
    check();
    syncs++;
    syncedUpTo = reached;
    unsynced.removeIf(segment -> segment.number < segments.getLast().number);
  }

  long syncs() {
    syncing.lock();
    try {
      return syncs;
    } finally {
      syncing.unlock();
    }
  }

  /** After a failed write or sync nobody knows what is on the disk; only opening again finds out. */
  QueueException fail(QueueException cause) {
    if (failure == null) {
      failure = cause;
    }
    return cause;
  }

  void check() {
    QueueException cause = failure;
    if (cause != null) {
      throw new QueueException(cause.kind(), cause.getMessage() + "; the queue takes no more calls until it is opened "
          + "again", cause);
    }
  }
}
