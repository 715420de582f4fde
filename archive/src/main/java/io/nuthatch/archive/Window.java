package io.nuthatch.archive;

import java.io.IOException;
import java.util.Arrays;

/**
 * Bytes of a WARC after decompression, seen through an array: those from {@code at} to {@code end} can be used in place,
 * and {@link #more} adds to them. How many there are in all is known from the start.
 */
abstract class Window {

  byte[] bytes;
  int at;
  int end;

  Window(byte[] bytes, int end) {
    this.bytes = bytes;
    this.end = end;
  }

  /** How many bytes are left, those not yet in the array among them. */
  abstract long left();

  /** Puts bytes at the end of the array, where there is room; how many, -1 if there are no more. */
  abstract int fill(byte[] into, int from, int room) throws IOException;

  /** Adds bytes behind those that are left; what was used may be overwritten. False if there are no more. */
  boolean more() throws IOException {
    if (at > 0) {
      System.arraycopy(bytes, at, bytes, 0, end - at);
      end -= at;
      at = 0;
    }
    if (end == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
    int got = fill(bytes, end, bytes.length - end);
    end += Math.max(got, 0);
    return got > 0;
  }

  /** Whether so many bytes are left; they are then all in the array. */
  boolean holds(int count) throws IOException {
    while (end - at < count) {
      if (!more()) {
        return false;
      }
    }
    return true;
  }

  void skip(long count) throws IOException {
    long rest = count;
    while (rest > 0) {
      if (at == end && !more()) {
        return;
      }
      int step = (int) Math.min(rest, end - at);
      at += step;
      rest -= step;
    }
  }

  void close() {
  }
}
