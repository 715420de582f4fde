package io.nuthatch.simulator.platform.twitter2;

/** A set of ids above 0 in open addressing: a refresh of ten million posts a day should not cost a gigabyte. */
final class LongSet {

  private static final int SMALLEST = 64;

  private long[] slots = new long[SMALLEST];
  private int size;

  /** False when the id was there already. */
  boolean add(long id) {
    if (size > slots.length / 3 * 2) {
      long[] old = slots;
      slots = new long[old.length * 2];
      for (long kept : old) {
        if (kept != 0) {
          slots[find(kept)] = kept;
        }
      }
    }
    int slot = find(id);
    if (slots[slot] == id) {
      return false;
    }
    slots[slot] = id;
    size++;
    return true;
  }

  void clear() {
    slots = new long[SMALLEST];
    size = 0;
  }

  /** Where an id is, or where it would go. */
  private int find(long id) {
    int slot = (int) ((id * 0x9E37_79B9_7F4A_7C15L) >>> 32) & (slots.length - 1);
    while (slots[slot] != 0 && slots[slot] != id) {
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }
}
