package io.nuthatch.harvest.capture;

import io.nuthatch.harvest.capture.CaptureException.Failure;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Calls that end together: closing it, from any thread, aborts those in progress at once and refuses further ones. A
 * harvest has one.
 */
public final class CallScope implements AutoCloseable {

  private final Set<PendingCall> calls = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  void add(PendingCall call) {
    calls.add(call);
    if (closed) {
      calls.remove(call);
      throw new CaptureException(Failure.ABORTED, "calls of this harvest have been ended", null);
    }
  }

  void remove(PendingCall call) {
    calls.remove(call);
  }

  public boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    closed = true;
    calls.forEach(call -> call.end(PendingCall.Ending.ABORTED));
  }
}
