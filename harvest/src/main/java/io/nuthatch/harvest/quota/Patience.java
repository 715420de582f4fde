package io.nuthatch.harvest.quota;

import java.time.Duration;

/** How the one who waits for a turn passes the time. */
@FunctionalInterface
public interface Patience {

  /**
   * Rests, at most this long; comes back earlier when its thread is unparked. Throws when whoever waits shall not wait
   * any longer.
   */
  void rest(Duration atMost);
}
