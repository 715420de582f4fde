package io.nuthatch.harvest.capture;

import java.util.function.BiConsumer;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/**
 * The connection an exchange holds, and what becomes of it.
 *
 * @param keep how long the server lets it be used again, or null
 */
record Line(PendingCall pending, ConnectionEndpoint endpoint, TapedConnection connection, Limits limits,
    @Nullable TimeValue keep, BiConsumer<Line, Boolean> release) {

  /** Gives the connection back: for others to use after a whole answer, else to be cut. Further calls do nothing. */
  void end(boolean whole) {
    release.accept(this, whole);
  }
}
