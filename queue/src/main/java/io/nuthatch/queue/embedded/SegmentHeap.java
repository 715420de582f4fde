package io.nuthatch.queue.embedded;

import java.util.Arrays;

/**
 * The jobs of one calendar that stand in one segment: a binary heap of ordinals, ordered by due time, then by ordinal,
 * which is the order of arrival. Four bytes a job.
 */
final class SegmentHeap extends Source {

  private final Segment segment;
  private int[] heap = new int[16];
  private int size;

  SegmentHeap(Segment segment) {
    this.segment = segment;
  }

  @Override
  Segment container() {
    return segment;
  }

  /** True when this job is now the first. */
  boolean add(int added) {
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, size + (size >> 1));
    }
    int slot = size++;
    while (slot > 0 && before(added, heap[(slot - 1) >>> 1])) {
      heap[slot] = heap[(slot - 1) >>> 1];
      slot = (slot - 1) >>> 1;
    }
    heap[slot] = added;
    if (slot == 0) {
      show();
    }
    return slot == 0;
  }

  @Override
  boolean advance() {
    do {
      int last = heap[--size];
      if (size == 0) {
        return false;
      }
      sink(last);
    } while (segment.isGone(heap[0]));
    show();
    return true;
  }

  private void sink(int moved) {
    int slot = 0;
    while (true) {
      int child = 2 * slot + 1;
      if (child >= size) {
        break;
      }
      if (child + 1 < size && before(heap[child + 1], heap[child])) {
        child++;
      }
      if (!before(heap[child], moved)) {
        break;
      }
      heap[slot] = heap[child];
      slot = child;
    }
    heap[slot] = moved;
  }

  @Override
  boolean stale(LeaseTable leases) {
    return segment.isGone(ordinal) || leases.get(sequence) != null;
  }

  private boolean before(int a, int b) {
    long dueA = segment.due(a);
    long dueB = segment.due(b);
    return dueA != dueB ? dueA < dueB : a < b;
  }

  private void show() {
    ordinal = heap[0];
    due = segment.due(ordinal);
    sequence = segment.sequence(ordinal);
    offset = segment.offset(ordinal);
  }
}
