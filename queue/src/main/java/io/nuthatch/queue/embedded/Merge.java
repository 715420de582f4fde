package io.nuthatch.queue.embedded;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A binary heap of sources with the one whose first job comes first on top; sources know their slot. */
final class Merge {

  private Source[] heap = new Source[8];
  private int size;

  @Nullable
  Source top() {
    return size == 0 ? null : heap[0];
  }

  /** Puts the source in, or to its right place after its first job has become an earlier one. */
  void offer(Source source) {
    if (source.slot < 0) {
      if (size == heap.length) {
        heap = Arrays.copyOf(heap, size * 2);
      }
      place(source, size++);
    }
    up(source);
  }

  /** Moves the source on to its next job. */
  void advance(Source source) {
    if (source.advance()) {
      down(source);
    } else {
      remove(source);
    }
  }

  void remove(Source source) {
    int slot = source.slot;
    if (slot < 0) {
      return;
    }
    source.slot = -1;
    Source last = heap[--size];
    heap[size] = null;
    if (last != source) {
      place(last, slot);
      up(last);
      down(last);
    }
  }

  void removeIf(Predicate<Source> condition) {
    for (Source source : Arrays.copyOf(heap, size)) {
      if (condition.test(source)) {
        remove(source);
      }
    }
  }

  void forEach(Consumer<Source> action) {
    for (int i = 0; i < size; i++) {
      action.accept(heap[i]);
    }
  }

  private void up(Source source) {
    int slot = source.slot;
    while (slot > 0) {
      Source parent = heap[(slot - 1) >>> 1];
      if (!source.before(parent)) {
        break;
      }
      place(parent, slot);
      slot = (slot - 1) >>> 1;
    }
    place(source, slot);
  }

  private void down(Source source) {
    int slot = source.slot;
    while (true) {
      int child = 2 * slot + 1;
      if (child >= size) {
        break;
      }
      if (child + 1 < size && heap[child + 1].before(heap[child])) {
        child++;
      }
      if (!heap[child].before(source)) {
        break;
      }
      place(heap[child], slot);
      slot = child;
    }
    place(source, slot);
  }

  private void place(Source source, int slot) {
    heap[slot] = source;
    source.slot = slot;
  }
}
