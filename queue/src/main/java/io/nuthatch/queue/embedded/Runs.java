package io.nuthatch.queue.embedded;

import java.nio.ByteBuffer;

/**
 * Bits written as runs of words: jobs leave a page front to back, so what is gone is one long run of full words, a few
 * mixed ones, and a run of empty ones.
 */
final class Runs {

  private static final int MIXED = 0;
  private static final int EMPTY = 1;
  private static final int FULL = 2;

  private Runs() {
  }

  static void write(long[] words, GrowingBuffer out) {
    out.putInt(words.length);
    for (int from = 0; from < words.length;) {
      int kind = kind(words[from]);
      int to = from + 1;
      while (to < words.length && kind(words[to]) == kind) {
        to++;
      }
      out.putInt(((to - from) << 2) | kind);
      if (kind == MIXED) {
        for (int i = from; i < to; i++) {
          out.putLong(words[i]);
        }
      }
      from = to;
    }
  }

  static long[] read(ByteBuffer in) {
    long[] words = new long[in.getInt()];
    for (int from = 0; from < words.length;) {
      int run = in.getInt();
      int to = from + (run >>> 2);
      for (; from < to; from++) {
        words[from] = switch (run & 3) {
          case EMPTY -> 0;
          case FULL -> -1;
          default -> in.getLong();
        };
      }
    }
    return words;
  }

  private static int kind(long word) {
    return word == 0 ? EMPTY : word == -1 ? FULL : MIXED;
  }
}
