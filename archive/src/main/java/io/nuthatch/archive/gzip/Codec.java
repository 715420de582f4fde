package io.nuthatch.archive.gzip;

import java.nio.ByteBuffer;

/**
 * Makes and opens whole gzip members in memory. What one codec makes any other opens. For one thread at a time; what it
 * holds outside the heap is freed by {@link #close}.
 */
public interface Codec extends AutoCloseable {

  /** One member; it can be read until the next call. */
  ByteBuffer compress(byte[] bytes, int offset, int length);

  /**
   * Opens the member at the position of a direct buffer and moves the position behind it. False when the member is
   * damaged, does not end in the buffer, or holds more than {@code limit} bytes; the position is then as it was.
   */
  boolean decompress(ByteBuffer direct, Bytes into, int limit);

  @Override
  void close();
}
