package io.nuthatch.queue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one namespace.
 *
 * @param delayed   waiting, not due yet
 * @param ready     waiting, due
 * @param oldestDue when the first waiting job is or was due
 * @param lateness  how late jobs were given lately
 */
public record Counts(String namespace, long delayed, long ready, long leased, long buried, @Nullable Instant oldestDue,
    Lateness lateness) {

  public long waiting() {
    return delayed + ready;
  }
}
