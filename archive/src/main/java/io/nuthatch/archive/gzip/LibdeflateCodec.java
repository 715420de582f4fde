package io.nuthatch.archive.gzip;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/** By libdeflate: two to three times as fast as the JDK. */
final class LibdeflateCodec implements Codec {

  /*
   * Memory. The library sees only memory outside the heap: bytes are copied in and out, which costs next to nothing
   * beside the compression and never holds up the collector. Compressor and decompressor are made when they are first
   * needed, since most codecs need only one of them.
   */

  private final Libdeflate library;
  private final int level;
  private final Scratch input = new Scratch();
  private final Scratch output = new Scratch();
  private final Arena arena = Arena.ofShared();
  private final MemorySegment counts = arena.allocate(16, 8);
  private MemorySegment compressor = MemorySegment.NULL;
  private MemorySegment decompressor = MemorySegment.NULL;

  LibdeflateCodec(Libdeflate library, int level) {
    this.library = library;
    this.level = level;
  }

  @Override
  public ByteBuffer compress(byte[] bytes, int offset, int length) {
    try {
      if (compressor.equals(MemorySegment.NULL)) {
        compressor = allocated((MemorySegment) library.allocateCompressor.invokeExact(level));
      }
      MemorySegment in = input.atLeast(length);
      MemorySegment.copy(bytes, offset, in, ValueLayout.JAVA_BYTE, 0, length);
      MemorySegment out = output.atLeast((long) library.bound.invokeExact(compressor, (long) length));
      long made = (long) library.compress.invokeExact(compressor, in, (long) length, out, out.byteSize());
      if (made == 0) {
        throw new IllegalStateException("libdeflate made no member of " + length + " bytes");
      }
      return output.buffer().clear().limit((int) made);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public boolean decompress(ByteBuffer direct, Bytes into, int limit) {
    try {
      if (decompressor.equals(MemorySegment.NULL)) {
        decompressor = allocated((MemorySegment) library.allocateDecompressor.invokeExact());
      }
      if (!GzipHeader.startsAt(direct, direct.position())) {
        return false;
      }
      MemorySegment in = MemorySegment.ofBuffer(direct);
      MemorySegment out = output.atLeast(1 << 16);
      int result;
      while (true) {
        result = (int) library.decompress.invokeExact(decompressor, in, in.byteSize(), out,
            Math.min(out.byteSize(), limit), counts, counts.asSlice(8));
        if (result != Libdeflate.INSUFFICIENT_SPACE || out.byteSize() >= limit) {
          break;
        }
        out = output.atLeast(4 * out.byteSize());
      }
      if (result != Libdeflate.SUCCESS) {
        return false;
      }
      int length = (int) counts.get(ValueLayout.JAVA_LONG, 8);
      into.clear().room(length);
      MemorySegment.copy(out, ValueLayout.JAVA_BYTE, 0, into.array(), 0, length);
      into.length(length);
      direct.position(direct.position() + (int) counts.get(ValueLayout.JAVA_LONG, 0));
      return true;
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  private static MemorySegment allocated(MemorySegment made) {
    if (made.equals(MemorySegment.NULL)) {
      throw new OutOfMemoryError("libdeflate could not allocate");
    }
    return made;
  }

  private static RuntimeException unexpected(Throwable e) {
    return switch (e) {
      case Error error -> throw error;
      case RuntimeException exception -> exception;
      default -> new IllegalStateException(e);
    };
  }

  @Override
  public void close() {
    try {
      library.freeCompressor.invokeExact(compressor);
      library.freeDecompressor.invokeExact(decompressor);
    } catch (Throwable e) {
      throw unexpected(e);
    } finally {
      compressor = MemorySegment.NULL;
      decompressor = MemorySegment.NULL;
      input.free();
      output.free();
      arena.close();
    }
  }
}
