package io.nuthatch.archive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A file that is not compressed, from some place to its end. */
final class FileWindow extends Window {

  private final FileChannel channel;
  private final long size;
  private long next;

  FileWindow(FileChannel channel, long from, long size) {
    super(new byte[1 << 16], 0);
    this.channel = channel;
    this.size = size;
    this.next = from;
  }

  @Override
  long left() {
    return end - at + size - next;
  }

  /** Of the next byte, in the file. */
  long position() {
    return next - (end - at);
  }

  @Override
  int fill(byte[] into, int from, int room) throws IOException {
    int count = (int) Math.min(room, size - next);
    int got = count == 0 ? -1 : channel.read(ByteBuffer.wrap(into, from, count), next);
    next += Math.max(got, 0);
    return got;
  }

  @Override
  void skip(long count) throws IOException {
    long beyond = count - (end - at);
    if (beyond <= 0) {
      at += (int) count;
    } else {
      at = end;
      next = Math.min(size, next + beyond);
    }
  }
}
