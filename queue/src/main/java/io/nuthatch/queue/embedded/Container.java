package io.nuthatch.queue.embedded;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A file with job records in it and one bit for each that is gone. A record is addressed by its ordinal. Everything but
 * the records' bytes is guarded by the queue's lock.
 */
abstract sealed class Container permits Segment, Page {

  final Path file;
  final MemorySegment memory;
  private final Arena arena;

  private long[] gone = new long[0];
  private int live;

  Container(Path file, Arena arena, MemorySegment memory) {
    this.file = file;
    this.arena = arena;
    this.memory = memory;
  }

  /** Where the record starts in the memory. */
  abstract long offset(int ordinal);

  /** How many ordinals there are, or may come to be. */
  abstract int ordinals();

  /** The number of records that are not gone. */
  final int live() {
    return live;
  }

  final void live(int count) {
    live = count;
  }

  final boolean isGone(int ordinal) {
    int word = ordinal >>> 6;
    return word < gone.length && (gone[word] & (1L << ordinal)) != 0;
  }

  /** Marks the record; false when it was marked before. */
  final boolean remove(int ordinal) {
    if (isGone(ordinal)) {
      return false;
    }
    int word = ordinal >>> 6;
    if (word >= gone.length) {
      gone = Arrays.copyOf(gone, (ordinals() + 63) >>> 6);
    }
    gone[word] |= 1L << ordinal;
    live--;
    return true;
  }

  final long goneWord(int word) {
    return word < gone.length ? gone[word] : 0;
  }

  final long[] gone() {
    return gone;
  }

  /** As the checkpoint has it. */
  final void gone(long[] words) {
    gone = words;
    for (long word : words) {
      live -= Long.bitCount(word);
    }
  }

  /** Lets go of the memory; whoever reads from it afterwards gets an exception, not old bytes. */
  void release() {
    arena.close();
  }
}
