package io.nuthatch.queue;

import java.time.Duration;

/**
 * How an {@link Outbox} is emptied.
 *
 * @param batch     how many messages are published at a time
 * @param poll      how often to look for messages that others left
 * @param takeOver  how long the node that publishes may show no sign of life before another takes its place
 * @param backoff   how long to wait after a failure
 */
public record OutboxSettings(int batch, Duration poll, Duration takeOver, BackoffPolicy backoff) {

  public OutboxSettings {
    if (batch < 1 || poll.toMillis() < 1 || takeOver.toMillis() < 1) {
      throw QueueException.caller("an outbox wants a batch, a poll and a take-over, not " + batch + ", " + poll
          + " and " + takeOver);
    }
  }

  public static OutboxSettings defaults() {
    return new OutboxSettings(500, Duration.ofSeconds(1), Duration.ofSeconds(20),
        new BackoffPolicy(Duration.ofMillis(200), Duration.ofSeconds(10), 0.5));
  }
}
