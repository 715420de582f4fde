package io.nuthatch.queue;

import java.time.Duration;

/** How long after its due time a job was given, over the jobs given in the last one to two minutes. */
public record Lateness(long jobs, Duration median, Duration p99, Duration longest) {

  public static final Lateness NONE = new Lateness(0, Duration.ZERO, Duration.ZERO, Duration.ZERO);
}
