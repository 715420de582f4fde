package io.nuthatch.harvest.capture;

import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.io.LeaseRequest;
import org.apache.hc.core5.io.CloseMode;
import org.jspecify.annotations.Nullable;

/** A call in progress, as those see it who may end it: the watch when its time is over, a scope that is closed. */
final class PendingCall {

  /** Why a call was ended from outside. */
  enum Ending {
    TIME,
    ABORTED
  }

  private volatile long deadline;
  private volatile @Nullable Ending ending;
  private boolean finished;
  private @Nullable LeaseRequest lease;
  private @Nullable ConnectionEndpoint endpoint;

  PendingCall(long deadline) {
    this.deadline = deadline;
  }

  /** In terms of System.nanoTime; Long.MAX_VALUE for none. */
  long deadline() {
    return deadline;
  }

  void setDeadline(long deadline) {
    this.deadline = deadline;
  }

  @Nullable
  Ending ending() {
    return ending;
  }

  synchronized void waitsFor(LeaseRequest request) {
    lease = request;
    breakOff();
  }

  synchronized void holds(ConnectionEndpoint leased) {
    lease = null;
    endpoint = leased;
    breakOff();
  }

  /** From here on nothing is left to break off. */
  synchronized void letGo() {
    lease = null;
    endpoint = null;
  }

  /** Whether this is the first time; whoever finishes a call gives its connection back, and no one after it. */
  synchronized boolean finish() {
    boolean first = !finished;
    finished = true;
    letGo();
    return first;
  }

  synchronized void end(Ending why) {
    if (ending == null) {
      ending = why;
      breakOff();
    }
  }

  private void breakOff() {
    if (ending == null) {
      return;
    }
    if (lease != null) {
      lease.cancel();
    }
    if (endpoint != null) {
      endpoint.close(CloseMode.IMMEDIATE);
    }
  }
}
