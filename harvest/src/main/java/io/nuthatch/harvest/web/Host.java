package io.nuthatch.harvest.web;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A host, the steps that wait for it, and when it may be asked next. It stands in the queue of hosts while it has steps
 * and nobody works on it, so that it is asked one thing at a time.
 */
final class Host implements Delayed {

  private final Deque<Step> steps = new ArrayDeque<>();
  private final Map<String, Robots> robots = new HashMap<>();
  private boolean taken;
  private long next = System.nanoTime();
  private int failures;

  /** Whether the host must now be put into the queue. */
  synchronized boolean add(Step step, boolean first) {
    if (first) {
      steps.addFirst(step);
    } else {
      steps.addLast(step);
    }
    boolean idle = !taken;
    taken = true;
    return idle;
  }

  synchronized Step takeStep() {
    return steps.removeFirst();
  }

  /** Work on a step is over. Whether the host must be put back into the queue. */
  synchronized boolean rest(Duration pause) {
    next = System.nanoTime() + pause.toNanos();
    taken = !steps.isEmpty();
    return taken;
  }

  /** What is known of the rules for a scheme, host and port; only whoever works on the host asks. */
  @Nullable
  Robots robots(String origin) {
    return robots.get(origin);
  }

  void obey(String origin, Robots rules) {
    robots.put(origin, rules);
  }

  /** How often in a row nobody was there. */
  int failures() {
    return failures;
  }

  void noteFailure() {
    failures++;
  }

  void noteAnswer() {
    failures = 0;
  }

  @Override
  public long getDelay(TimeUnit unit) {
    return unit.convert(next - System.nanoTime(), TimeUnit.NANOSECONDS);
  }

  @Override
  public int compareTo(Delayed other) {
    return Long.compare(next - ((Host) other).next, 0);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
