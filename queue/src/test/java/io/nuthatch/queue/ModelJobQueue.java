package io.nuthatch.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What a job queue should do, as plainly as it can be written: a list of jobs, sorted when it is asked. Jobs are known
 * by their data, which must differ.
 */
final class ModelJobQueue {

  private final Map<String, Entry> jobs = new HashMap<>();
  private final TurnedClock clock;
  private final int maxAttempts;
  private long arrivals;

  /** One job. */
  static final class Entry {

    final String namespace;
    final String data;
    JobState state = JobState.WAITING;
    long due;
    long arrival;
    int attempts;
    long leaseEnd;
    /** The lease of the last one it was given to. */
    Lease lease = new Lease(new JobId(0, 0), 0);

    Entry(String namespace, String data) {
      this.namespace = namespace;
      this.data = data;
    }
  }

  ModelJobQueue(TurnedClock clock, int maxAttempts) {
    this.clock = clock;
    this.maxAttempts = maxAttempts;
  }

  void schedule(String namespace, String data, Duration delay) {
    var entry = new Entry(namespace, data);
    jobs.put(data, entry);
    place(entry, JobState.WAITING, now() + delay.toMillis());
  }

  /** The data of the jobs that must be given now, in order. */
  List<String> take(String namespace, int max, Duration lease) {
    expire();
    List<String> given = new ArrayList<>();
    for (Entry entry : in(namespace, JobState.WAITING)) {
      if (max-- == 0 || entry.due > now()) {
        break;
      }
      if (entry.attempts >= maxAttempts) {
        place(entry, JobState.BURIED, now());
      } else {
        entry.state = JobState.LEASED;
        entry.attempts++;
        entry.leaseEnd = steady() + lease.toMillis();
        given.add(entry.data);
      }
    }
    return given;
  }

  boolean holds(String data, Lease lease) {
    Entry entry = jobs.get(data);
    return entry != null && entry.state != JobState.BURIED && entry.lease.equals(lease);
  }

  void retry(String data, Duration after) {
    Entry entry = entry(data);
    boolean spent = entry.attempts >= maxAttempts;
    place(entry, spent ? JobState.BURIED : JobState.WAITING, spent ? now() : now() + after.toMillis());
  }

  void bury(String data) {
    place(entry(data), JobState.BURIED, now());
  }

  void extend(String data, Duration lease) {
    entry(data).state = JobState.LEASED;
    entry(data).leaseEnd = steady() + lease.toMillis();
  }

  void remove(String data) {
    jobs.remove(data);
  }

  void kick(String data) {
    entry(data).attempts = 0;
    place(entry(data), JobState.WAITING, now());
  }

  long purge(String namespace) {
    expire();
    long before = jobs.size();
    jobs.values().removeIf(entry -> entry.namespace.equals(namespace) && entry.state != JobState.LEASED);
    return before - jobs.size();
  }

  /** The process ended and came back. */
  void restart() {
    for (Entry entry : jobs.values()) {
      if (entry.state == JobState.LEASED) {
        entry.state = JobState.WAITING;
      }
      entry.lease = new Lease(new JobId(0, 0), 0);
    }
  }

  Entry entry(String data) {
    return Objects.requireNonNull(jobs.get(data), data);
  }

  List<String> list(String namespace, JobState state) {
    expire();
    return in(namespace, state).stream().map(entry -> entry.data).toList();
  }

  long dueBefore(String namespace, long millis) {
    expire();
    return in(namespace, JobState.WAITING).stream().filter(entry -> entry.due < millis).count();
  }

  private List<Entry> in(String namespace, JobState state) {
    return jobs.values().stream().filter(entry -> entry.namespace.equals(namespace) && entry.state == state)
        .sorted(Comparator.comparingLong((Entry entry) -> entry.due).thenComparingLong(entry -> entry.arrival))
        .toList();
  }

  private void place(Entry entry, JobState state, long due) {
    entry.state = state;
    entry.due = due;
    entry.arrival = arrivals++;
    entry.lease = new Lease(new JobId(0, 0), 0);
  }

  private void expire() {
    for (Entry entry : jobs.values()) {
      if (entry.state == JobState.LEASED && entry.leaseEnd <= steady()) {
        entry.state = JobState.WAITING;
      }
    }
  }

  private long now() {
    return clock.now().toEpochMilli();
  }

  private long steady() {
    return clock.time().steadyMillis().getAsLong();
  }
}
