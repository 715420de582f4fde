package io.nuthatch.queue.embedded;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A little-endian byte buffer that grows as it is written. */
final class GrowingBuffer {

  private ByteBuffer buffer = ByteBuffer.allocate(1 << 12).order(ByteOrder.LITTLE_ENDIAN);

  void putInt(int value) {
    room(4).putInt(value);
  }

  void putLong(long value) {
    room(8).putLong(value);
  }

  void put(byte[] bytes) {
    room(bytes.length).put(bytes);
  }

  ByteBuffer toBuffer() {
    return buffer.flip();
  }

  private ByteBuffer room(int bytes) {
    if (buffer.remaining() < bytes) {
      buffer = ByteBuffer.allocate(Math.max(buffer.capacity() * 2, buffer.position() + bytes))
          .order(ByteOrder.LITTLE_ENDIAN).put(buffer.flip());
    }
    return buffer;
  }
}
