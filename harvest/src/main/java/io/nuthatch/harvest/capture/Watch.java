package io.nuthatch.harvest.capture;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends calls whose time is over, whatever they are blocked in: a connect, a handshake, an answer that comes byte by
 * byte. To within {@link #STEP}.
 */
final class Watch implements AutoCloseable {

  private static final long STEP = Duration.ofMillis(50).toNanos();

  private final Set<PendingCall> calls = ConcurrentHashMap.newKeySet();
  private final Thread thread = Thread.ofVirtual().name("capture-watch").unstarted(this::run);
  private volatile boolean idle;
  private volatile boolean closed;

  static Watch start() {
    Watch watch = new Watch();
    watch.thread.start();
    return watch;
  }

  void add(PendingCall call) {
    calls.add(call);
    if (closed) {
      call.end(PendingCall.Ending.ABORTED);
    } else if (idle) {
      LockSupport.unpark(thread);
    }
  }

  void remove(PendingCall call) {
    calls.remove(call);
  }

  private void run() {
    while (!closed) {
      if (calls.isEmpty()) {
        idle = true;
        if (calls.isEmpty() && !closed) {
          LockSupport.park(this);
        }
        idle = false;
      }
      LockSupport.parkNanos(this, STEP);
      long now = System.nanoTime();
      for (PendingCall call : calls) {
        if (call.deadline() != Long.MAX_VALUE && call.deadline() - now <= 0) {
          call.end(PendingCall.Ending.TIME);
        }
      }
    }
  }

  /** Aborts what is in progress. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    calls.forEach(call -> call.end(PendingCall.Ending.ABORTED));
  }
}
