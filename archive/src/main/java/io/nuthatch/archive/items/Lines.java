package io.nuthatch.archive.items;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Cuts a stream of bytes into lines without blanks around them; empty ones, which keep a connection alive, are left out. */
final class Lines {

  private static final int BUFFER = 64 * 1024;

  /** A line that is longer is no line but a body of something else. */
  private static final int LONGEST = 64 * 1024 * 1024;

  /** Takes a line by its place in a buffer that is used again afterwards. */
  @FunctionalInterface
  interface Sink {

    void line(byte[] buffer, int offset, int length);
  }

  private Lines() {
  }

  /** What follows the last line's end is a line as well, cut off or not; so is what came before the stream broke. */
  static void split(InputStream in, Sink sink) throws IOException {
    byte[] buffer = new byte[BUFFER];
    int filled = 0;
    try {
      while (true) {
        if (filled == buffer.length) {
          if (filled >= LONGEST) {
            throw new IOException("a line of more than " + LONGEST + " bytes");
          }
          buffer = Arrays.copyOf(buffer, filled * 2);
        }
        int count = in.read(buffer, filled, buffer.length - filled);
        if (count < 0) {
          return;
        }
        int start = 0;
        for (int i = filled; i < filled + count; i++) {
          if (buffer[i] == '\n') {
            hand(buffer, start, i, sink);
            start = i + 1;
          }
        }
        filled += count - start;
        System.arraycopy(buffer, start, buffer, 0, filled);
      }
    } finally {
      hand(buffer, 0, filled, sink);
    }
  }

  private static void hand(byte[] buffer, int from, int to, Sink sink) {
    int start = from;
    int end = to;
    while (start < end && buffer[start] <= ' ' && buffer[start] >= 0) {
      start++;
    }
    while (end > start && buffer[end - 1] <= ' ' && buffer[end - 1] >= 0) {
      end--;
    }
    if (start < end) {
      sink.line(buffer, start, end - start);
    }
  }
}
