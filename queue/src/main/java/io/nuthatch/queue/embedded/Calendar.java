package io.nuthatch.queue.embedded;

import io.nuthatch.queue.LatenessMeter;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/** The jobs of one namespace that wait, or those that are buried, merged from wherever they stand. */
final class Calendar {

  final int section;
  final String namespace;
  final boolean buried;
  final Merge merge = new Merge();
  final LatenessMeter lateness = new LatenessMeter();
  private final Returned returned = new Returned();
  /** Signalled when an earlier job than there was has come, for those who wait under the lock. */
  final Condition arrival;
  int waiters;

  /** Jobs that are not gone, and how many of them are under a lease. */
  long live;
  long leased;

  Calendar(int section, String namespace, boolean buried, Condition arrival) {
    this.section = section;
    this.namespace = namespace;
    this.buried = buried;
    this.arrival = arrival;
  }

  long waiting() {
    return live - leased;
  }

  /** The source whose first job comes next, that job not being gone or given; nothing when there is none. */
  @Nullable
  Source next(LeaseTable leases) {
    Source source = merge.top();
    while (source != null && source.stale(leases)) {
      merge.advance(source);
      source = merge.top();
    }
    return source;
  }

  void added(Segment segment, int ordinal) {
    live++;
    SegmentHeap heap = segment.heap(section);
    if (heap.add(ordinal)) {
      offer(heap);
    }
  }

  void giveBack(Held held) {
    held.returned = true;
    leased--;
    if (returned.add(held)) {
      offer(returned);
    }
  }

  void offer(Source source) {
    merge.offer(source);
    if (waiters > 0 && source.slot == 0) {
      arrival.signalAll();
    }
  }
}
