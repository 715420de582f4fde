package io.nuthatch.feed.content;

import io.nuthatch.model.Counters;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Counters in a few bytes: each as its value plus one in groups of seven bits, lowest first, the eighth bit set where
 * another follows; unknown is 0, and unknown ones at the end are left out. Order: likes, reposts, replies, quotes,
 * views, bookmarks. More values than these are passed over.
 */
final class CounterBytes {

  private static final int LONGEST = 10;

  private CounterBytes() {
  }

  /** Null when nothing is known. */
  static byte @Nullable [] encode(Counters counters) {
    long[] values = {counters.likes(), counters.reposts(), counters.replies(), counters.quotes(), counters.views(),
        counters.bookmarks()};
    int known = values.length;
    while (known > 0 && values[known - 1] < 0) {
      known--;
    }
    if (known == 0) {
      return null;
    }
    byte[] bytes = new byte[known * LONGEST];
    int length = 0;
    for (int i = 0; i < known; i++) {
      long left = Math.max(values[i], Counters.UNKNOWN) + 1;
      while ((left & ~0x7fL) != 0) {
        bytes[length++] = (byte) (left | 0x80);
        left >>>= 7;
      }
      bytes[length++] = (byte) left;
    }
    return Arrays.copyOf(bytes, length);
  }

  static Counters decode(byte @Nullable [] bytes) {
    if (bytes == null) {
      return Counters.NONE;
    }
    long[] values = new long[6];
    int at = 0;
    for (int i = 0; i < values.length && at < bytes.length; i++) {
      for (int shift = 0; at < bytes.length; shift += 7) {
        byte b = bytes[at++];
        values[i] |= (b & 0x7fL) << shift;
        if (b >= 0) {
          break;
        }
      }
    }
    return new Counters(values[0] - 1, values[1] - 1, values[2] - 1, values[3] - 1, values[4] - 1, values[5] - 1);
  }
}
