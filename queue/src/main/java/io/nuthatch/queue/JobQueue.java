package io.nuthatch.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Jobs that become due at a time and are worked on under a lease. Within a namespace the oldest due is given first, and
 * jobs due at the same millisecond in the order they came. When a call that changes something returns, the change
 * survives a crash; {@code take} and {@code extend} are the exceptions, for a lease means nothing after one.
 *
 * <p>Delivery is at least once: a job whose lease has run out is given again, and whoever held it before finds its
 * lease refused from then on. Every change takes a batch, and a hundred jobs cost about as much as one. Answers of type
 * {@code List<Lease>} name the leases that were <em>refused</em>; an empty list is full success.
 *
 * <p>What it does not do: choose between namespaces, look into the data, or notice that two jobs are about the same
 * thing. Any number of threads may share one queue.
 */
public interface JobQueue extends AutoCloseable {

  /** The longest delay that can be asked for. */
  Duration LONGEST_DELAY = Duration.ofDays(36_500);

  /** Puts the jobs in, in the order given, and returns their ids in that order. */
  List<JobId> schedule(List<NewJob> jobs);

  default JobId schedule(String namespace, byte[] data, Duration delay) {
    return schedule(List.of(NewJob.in(namespace, data, delay))).getFirst();
  }

  /**
   * Up to {@code max} jobs that are due, or none; does not wait. A job that was given as often as the queue allows and
   * never finished is buried instead.
   */
  List<Job> take(String namespace, int max, Duration lease);

  /** Waits until a job of the namespace is due, at most this long; true when one is. Another may still take it first. */
  boolean await(String namespace, Duration timeout) throws InterruptedException;

  /** Removes jobs whose work is finished. */
  List<Lease> done(List<Lease> leases);

  /**
   * Gives jobs back to be taken again later. Each goes into the calendar under a new id; one that has used up its
   * attempts is buried with the reason.
   */
  List<Lease> retry(List<Retry> retries);

  /** Lets the leases end this long from now. */
  List<Lease> extend(List<Lease> leases, Duration lease);

  /** Sets jobs aside with the reason, under a new id, until they are kicked or cancelled. */
  List<Lease> bury(List<Lease> leases, String reason);

  /** Removes jobs whatever their state, even under a lease, and returns the ids of those that were there. */
  List<JobId> cancel(List<JobId> jobs);

  /** Makes buried jobs due now, under new ids and with no attempts counted; returns the ids that were buried. */
  List<JobId> kick(List<JobId> jobs);

  /** Removes every job of the namespace that is not under a lease, buried ones too; returns how many. */
  long purge(String namespace);

  /** The first jobs in this state, in order of due time (buried ones: of burial); their leases hold nothing. */
  List<Job> peek(String namespace, JobState state, int max);

  /** The figures of every namespace that has been used, by name. */
  List<Counts> counts();

  /**
   * How many jobs of the namespace wait between the edges: the first figure is of those due before the first edge, the
   * last of those due at or after the last. Edges ascend.
   */
  List<Long> dueTimes(String namespace, List<Instant> edges);

  @Override
  void close();
}
