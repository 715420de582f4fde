package io.nuthatch.archive;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** At most so many bytes of another stream. */
final class BoundedInput extends FilterInputStream {

  private long left;

  BoundedInput(InputStream in, long length) {
    super(in);
    left = length;
  }

  @Override
  public int read() throws IOException {
    int value = left > 0 ? in.read() : -1;
    left -= value < 0 ? 0 : 1;
    return value;
  }

  @Override
  public int read(byte[] into, int offset, int count) throws IOException {
    if (left <= 0) {
      return -1;
    }
    int got = in.read(into, offset, (int) Math.min(count, left));
    left -= Math.max(got, 0);
    return got;
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
