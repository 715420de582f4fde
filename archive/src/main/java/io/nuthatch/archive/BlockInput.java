package io.nuthatch.archive;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** The block of a record, read once from its start to its end. */
final class BlockInput extends InputStream {

  private static final int LONGEST_HEAD = 1 << 20;

  private final Window window;
  private long left;
  private @Nullable MessageDigest digest;

  BlockInput(Window window, long length) {
    this.window = window;
    left = length;
  }

  /** Everything read or skipped from now on goes into the digest. */
  void digestInto(MessageDigest itsDigest) {
    digest = itsDigest;
  }

  long left() {
    return left;
  }

  @Override
  public int read() throws IOException {
    if (!ready()) {
      return -1;
    }
    int value = window.bytes[window.at] & 0xff;
    pass(1);
    return value;
  }

  @Override
  public int read(byte[] into, int offset, int count) throws IOException {
    if (count == 0) {
      return 0;
    }
    if (!ready()) {
      return -1;
    }
    int got = (int) Math.min(Math.min(count, left), window.end - window.at);
    System.arraycopy(window.bytes, window.at, into, offset, got);
    pass(got);
    return got;
  }

  @Override
  public long skip(long count) throws IOException {
    long skipped = 0;
    while (skipped < count && ready()) {
      int step = (int) Math.min(Math.min(count - skipped, left), window.end - window.at);
      pass(step);
      skipped += step;
    }
    return skipped;
  }

  @Override
  public int available() {
    return (int) Math.min(left, window.end - window.at);
  }

  /** Skips what nobody wants to see. */
  void drop() throws IOException {
    window.skip(left);
    left = 0;
  }

  /** Null if the block does not begin with a whole head; nothing is then read. */
  @Nullable
  HttpHead head() throws IOException {
    while (true) {
      int available = available();
      int end = HttpHead.end(window.bytes, window.at, window.at + available);
      if (end >= 0) {
        HttpHead head = HttpHead.parse(window.bytes, window.at, end);
        pass(end - window.at);
        return head;
      }
      if (available >= Math.min(left, LONGEST_HEAD) || !window.more()) {
        return null;
      }
    }
  }

  private boolean ready() throws IOException {
    return left > 0 && (window.at < window.end || window.more());
  }

  private void pass(int count) {
    if (digest != null) {
      digest.update(window.bytes, window.at, count);
    }
    window.at += count;
    left -= count;
  }
}
