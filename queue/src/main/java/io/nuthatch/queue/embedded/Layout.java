package io.nuthatch.queue.embedded;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a job's record, which are the same in a segment and in a page, and how numbers are read and written:
 * little-endian, at any offset. The table is in docs/formats/queue.md.
 */
final class Layout {

  static final int DUE = 0;
  static final int SEQUENCE = 8;
  static final int DATA_LENGTH = 16;
  static final int SECTION = 20;
  static final int ATTEMPTS = 22;
  static final int REASON_LENGTH = 24;
  static final int HEADER = 28;

  /** Arrival numbers: the number of the segment a job was written to, then its ordinal there. */
  static final int ORDINAL_BITS = 20;
  static final int ORDINAL_MASK = (1 << ORDINAL_BITS) - 1;

  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED
      .withOrder(ByteOrder.LITTLE_ENDIAN);

  private Layout() {
  }

  static long getLong(MemorySegment memory, long at) {
    return memory.get(LONG, at);
  }

  static int getInt(MemorySegment memory, long at) {
    return memory.get(INT, at);
  }

  static int getShort(MemorySegment memory, long at) {
    return memory.get(SHORT, at) & 0xffff;
  }

  static void putLong(MemorySegment memory, long at, long value) {
    memory.set(LONG, at, value);
  }

  static void putInt(MemorySegment memory, long at, int value) {
    memory.set(INT, at, value);
  }

  static void putShort(MemorySegment memory, long at, int value) {
    memory.set(SHORT, at, (short) value);
  }

  static long due(MemorySegment memory, long at) {
    return getLong(memory, at + DUE);
  }

  static long sequence(MemorySegment memory, long at) {
    return getLong(memory, at + SEQUENCE);
  }

  static int section(MemorySegment memory, long at) {
    return getShort(memory, at + SECTION);
  }

  static int attempts(MemorySegment memory, long at) {
    return getShort(memory, at + ATTEMPTS);
  }

  /** The whole record's length. */
  static int length(MemorySegment memory, long at) {
    return HEADER + getInt(memory, at + DATA_LENGTH) + getShort(memory, at + REASON_LENGTH);
  }

  static byte[] data(MemorySegment memory, long at) {
    byte[] data = new byte[getInt(memory, at + DATA_LENGTH)];
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at + HEADER, data, 0, data.length);
    return data;
  }

  static @Nullable String reason(MemorySegment memory, long at) {
    int length = getShort(memory, at + REASON_LENGTH);
    return length == 0 ? null : text(memory, at + HEADER + getInt(memory, at + DATA_LENGTH), length);
  }

  static String text(MemorySegment memory, long at, int length) {
    byte[] text = new byte[length];
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at, text, 0, length);
    return new String(text, StandardCharsets.UTF_8);
  }

  static int checksum(MemorySegment memory, long from, long length) {
    return checksum(memory.asSlice(from, length).asByteBuffer());
  }

  static int checksum(ByteBuffer bytes) {
    var crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }
}
