package io.nuthatch.queue.embedded;

import io.nuthatch.queue.Job;
import io.nuthatch.queue.JobId;

/** A job that is or was under a lease and is not settled yet. */
final class Held implements Comparable<Held> {

  final Calendar calendar;
  final long due;
  final long sequence;
  Container container;
  int ordinal;
  long offset;
  int attempts;
  long token;
  long leaseEnd;
  /** The lease has run out, and the job waits to be given again. */
  boolean returned;
  LeaseBatch batch = LeaseBatch.NONE;

  Held(Calendar calendar, Source place, int attempts) {
    this.calendar = calendar;
    this.due = place.due;
    this.sequence = place.sequence;
    this.container = place.container();
    this.ordinal = place.ordinal;
    this.offset = place.offset;
    this.attempts = attempts;
  }

  Held(Calendar calendar, JobId id, Place place) {
    this.calendar = calendar;
    this.due = id.dueMillis();
    this.sequence = id.sequence();
    this.container = place.container();
    this.ordinal = place.ordinal();
    this.offset = place.offset();
  }

  JobId id() {
    return new JobId(due, sequence);
  }

  /** As it was taken, or with no token as it is only looked at. */
  Job job(long withToken) {
    return new Job(calendar.namespace, id(), withToken, attempts, Layout.data(container.memory, offset),
        Layout.reason(container.memory, offset));
  }

  @Override
  public int compareTo(Held other) {
    return due != other.due ? Long.compare(due, other.due) : Long.compare(sequence, other.sequence);
  }
}
