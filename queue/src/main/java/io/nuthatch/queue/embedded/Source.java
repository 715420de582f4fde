package io.nuthatch.queue.embedded;

/**
 * Jobs of one calendar in order of due time and arrival, with the first of them in its fields. Several sources are
 * merged by {@link Merge}.
 */
abstract sealed class Source permits SegmentHeap, PageCursor, Returned {

  long due;
  long sequence;
  int ordinal;
  long offset;

  /** Where this stands in the merge; -1 when it is not in it. */
  int slot = -1;

  abstract Container container();

  /** Moves to the next job; false when there is none. */
  abstract boolean advance();

  /** Whether the first job is no longer to be had here. */
  abstract boolean stale(LeaseTable leases);

  final boolean before(Source other) {
    return due != other.due ? due < other.due : sequence < other.sequence;
  }
}
