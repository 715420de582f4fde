package io.nuthatch.queue;

/** Where a job stands. What is done or cancelled has no state: it is gone. */
public enum JobState {
  /** In the calendar, due or not yet. */
  WAITING,
  /** Given to a worker. */
  LEASED,
  /** Set aside with a reason. */
  BURIED
}
