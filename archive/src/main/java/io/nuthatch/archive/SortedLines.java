package io.nuthatch.archive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A file of sorted lines, searched by halves: a lookup reads a few pages of it, however long it is. */
final class SortedLines {

  private static final int PAGE = 1 << 12;

  private final FileChannel channel;
  private final long size;
  private long at;

  SortedLines(FileChannel channel) throws IOException {
    this.channel = channel;
    size = channel.size();
  }

  /** The first line not before this text; null if all are before it. */
  @Nullable
  String firstFrom(String text) throws IOException {
    long low = 0;
    long high = size;
    while (low < high) {
      long middle = lineStart((low + high) >>> 1);
      at = middle;
      String line = next();
      if (line != null && line.compareTo(text) < 0) {
        low = at;
      } else {
        high = middle;
      }
    }
    at = low;
    return next();
  }

  /** Null at the end. */
  @Nullable
  String next() throws IOException {
    if (at >= size) {
      return null;
    }
    for (int length = PAGE; true; length *= 2) {
      byte[] bytes = Disk.read(channel, at, (int) Math.min(length, size - at));
      for (int i = 0; i < bytes.length; i++) {
        if (bytes[i] == '\n') {
          at += i + 1;
          return new String(bytes, 0, i, StandardCharsets.UTF_8);
        }
      }
      if (bytes.length == size - at) {
        at = size;
        return new String(bytes, StandardCharsets.UTF_8);
      }
    }
  }

  /** Of the line that this place is in. */
  private long lineStart(long place) throws IOException {
    for (long end = place; end > 0;) {
      long start = Math.max(0, end - PAGE);
      ByteBuffer bytes = ByteBuffer.wrap(Disk.read(channel, start, (int) (end - start)));
      for (int i = bytes.limit() - 1; i >= 0; i--) {
        if (bytes.get(i) == '\n') {
          return start + i + 1;
        }
      }
      end = start;
    }
    return 0;
  }
}
