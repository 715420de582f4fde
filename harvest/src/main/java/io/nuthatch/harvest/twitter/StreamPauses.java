package io.nuthatch.harvest.twitter;

import io.nuthatch.harvest.StreamFlow.Break;
import java.time.Duration;

/**
 * How long the platform asks to wait before a stream is opened again: a broken connection by a quarter of a second more
 * each time up to 16 s, an error of HTTP from 5 s doubled up to 320 s, too many connections from a minute doubled up to
 * a quarter of an hour.
 */
public final class StreamPauses {

  private StreamPauses() {
  }

  /** Attempts count from 1. */
  public static Duration pause(Break kind, int attempt) {
    int doublings = Math.clamp(attempt - 1, 0, 10);
    return switch (kind) {
      case NETWORK -> Duration.ofMillis(Math.min(16_000, 250L * Math.max(1, attempt)));
      case HTTP_ERROR -> Duration.ofSeconds(Math.min(320, 5L << doublings));
      case TOO_MANY -> Duration.ofSeconds(Math.min(900, 60L << doublings));
    };
  }
}
