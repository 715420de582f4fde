package io.nuthatch.archive.gzip;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** Memory outside the heap that grows when more is asked for; what it held is then gone. */
final class Scratch {

  private Arena arena = Arena.ofShared();
  private MemorySegment memory = MemorySegment.NULL;
  private ByteBuffer buffer = ByteBuffer.allocate(0);

  MemorySegment atLeast(long bytes) {
    if (memory.byteSize() < bytes) {
      arena.close();
      arena = Arena.ofShared();
      memory = arena.allocate(Math.max(bytes, 1 << 14), 64);
      buffer = memory.asByteBuffer();
    }
    return memory;
  }

  /** Over all of it. */
  ByteBuffer buffer() {
    return buffer;
  }

  void free() {
    arena.close();
    memory = MemorySegment.NULL;
  }
}
