package io.nuthatch.queue;

import java.time.Duration;

/**
 * How a {@link JobRunner} runs.
 *
 * @param concurrency how many jobs are in hand at a time
 * @param lease       how long a job stays ours without a sign of life; it is extended at a third of this
 * @param drain       how long closing waits for the jobs in hand before it interrupts them
 */
public record RunnerSettings(String namespace, int concurrency, Duration lease, BackoffPolicy backoff,
    Duration drain) {

  public RunnerSettings {
    NewJob.checked(namespace);
    if (concurrency < 1 || lease.toMillis() < 3 || drain.isNegative()) {
      throw QueueException.caller("a runner of " + namespace + " wants a concurrency and a lease, not " + concurrency
          + " and " + lease);
    }
  }

  public static RunnerSettings of(String namespace, int concurrency) {
    return new RunnerSettings(namespace, concurrency, Duration.ofMinutes(1), BackoffPolicy.usual(),
        Duration.ofSeconds(20));
  }

  public RunnerSettings withLease(Duration duration) {
    return new RunnerSettings(namespace, concurrency, duration, backoff, drain);
  }

  public RunnerSettings withBackoff(BackoffPolicy policy) {
    return new RunnerSettings(namespace, concurrency, lease, policy, drain);
  }

  public RunnerSettings withDrain(Duration duration) {
    return new RunnerSettings(namespace, concurrency, lease, backoff, duration);
  }
}
