package io.nuthatch.queue.embedded;

/** The jobs of one take. They share a token, and at first the end of their leases. */
final class LeaseBatch {

  static final LeaseBatch NONE = new LeaseBatch(0, new Held[0], 0);

  final long token;
  /** When to look at it next. */
  long end;
  Held[] jobs;
  int unsettled;

  LeaseBatch(long token, Held[] jobs, long end) {
    this.token = token;
    this.jobs = jobs;
    this.end = end;
    this.unsettled = jobs.length;
  }

  /** One of its jobs is settled or has been given to another. */
  boolean settle() {
    if (--unsettled == 0) {
      jobs = NONE.jobs;
      return true;
    }
    return false;
  }
}
