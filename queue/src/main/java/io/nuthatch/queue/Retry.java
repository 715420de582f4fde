package io.nuthatch.queue;

import java.time.Duration;

/** A job to be given back: how long it shall wait, and what went wrong. */
public record Retry(Lease lease, Duration after, String reason) {

  public Retry {
    if (after.isNegative() || after.compareTo(JobQueue.LONGEST_DELAY) > 0) {
      throw QueueException.caller("a retry waits between nothing and " + JobQueue.LONGEST_DELAY + ", not " + after);
    }
  }
}
