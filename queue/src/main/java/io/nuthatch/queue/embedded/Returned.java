package io.nuthatch.queue.embedded;

import java.util.PriorityQueue;

/** Jobs of one calendar whose lease has run out, in their old places in the order. */
final class Returned extends Source {

  private final PriorityQueue<Held> jobs = new PriorityQueue<>();

  /** True when this job is now the first. */
  boolean add(Held job) {
    jobs.add(job);
    if (jobs.peek() == job) {
      show(job);
      return true;
    }
    return false;
  }

  Held first() {
    return jobs.element();
  }

  @Override
  Container container() {
    return first().container;
  }

  @Override
  boolean advance() {
    jobs.poll();
    Held next = jobs.peek();
    if (next == null) {
      return false;
    }
    show(next);
    return true;
  }

  /** A job may stand here twice, or have been settled since: what counts is its own word. */
  @Override
  boolean stale(LeaseTable leases) {
    return !first().returned;
  }

  private void show(Held job) {
    due = job.due;
    sequence = job.sequence;
  }
}
