package io.nuthatch.queue.embedded;

import io.nuthatch.queue.QueueException;
import java.time.Duration;

/**
 * How an embedded queue is run. The defaults suit everything from a laptop to a hundred million jobs.
 *
 * @param segmentBytes the size of a file of the journal; a quarter of it is the longest data a job can have
 * @param segmentJobs  how many jobs a file of the journal takes before the next begins
 * @param syncInterval zero: what returns is on the disk; otherwise it is with the operating system, survives a crash of
 *                     the process, and reaches the disk within this time
 * @param maxAttempts  how often a job is given before it is buried
 */
public record EmbeddedSettings(int segmentBytes, int segmentJobs, Duration syncInterval, int maxAttempts) {

  public EmbeddedSettings {
    check(segmentBytes >= 1 << 16 && segmentBytes <= 1 << 30, "segmentBytes is between 64 KiB and 1 GiB");
    check(segmentJobs >= 64 && segmentJobs <= 1 << Layout.ORDINAL_BITS, "segmentJobs is between 64 and 1,048,576");
    check(!syncInterval.isNegative(), "syncInterval is not negative");
    check(maxAttempts >= 1 && maxAttempts <= 10_000, "maxAttempts is between 1 and 10,000");
  }

  private static void check(boolean holds, String rule) {
    if (!holds) {
      throw QueueException.caller("settings of the embedded queue: " + rule);
    }
  }

  public static EmbeddedSettings defaults() {
    return new EmbeddedSettings(1 << 26, 1 << 18, Duration.ZERO, 20);
  }

  public EmbeddedSettings withSegments(int bytes, int jobs) {
    return new EmbeddedSettings(bytes, jobs, syncInterval, maxAttempts);
  }

  public EmbeddedSettings withSyncInterval(Duration interval) {
    return new EmbeddedSettings(segmentBytes, segmentJobs, interval, maxAttempts);
  }

  public EmbeddedSettings withMaxAttempts(int attempts) {
    return new EmbeddedSettings(segmentBytes, segmentJobs, syncInterval, attempts);
  }
}
