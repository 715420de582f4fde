package io.nuthatch.queue.embedded;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One entry of the journal while it is being written, in memory of its own outside the heap that is used again for the
 * next one.
 */
final class Frame {

  /** A calendar gets its number. */
  static final int NAME = 1;
  /** Jobs leave and jobs come: scheduling, finishing, retrying, burying, kicking and cancelling are all this. */
  static final int CHANGE = 2;
  /** Jobs were given: what counts is how often. */
  static final int TAKE = 3;
  /** Calendars are emptied of what is not under a lease. */
  static final int PURGE = 4;

  static final int HEADER = 16;
  static final int ALIGNMENT = 8;
  static final int KEY = 18;
  static final int TAKEN = KEY + 2;
  static final int LONGEST_REASON = 2000;

  private static final int LENGTH_AT = 0;
  private static final int CHECKSUM_AT = 4;
  private static final int DURABLE_AT = 8;
  private static final int TYPE_AT = 12;

  private Arena arena = Arena.ofShared();
  private MemorySegment memory;
  private ByteBuffer buffer;
  private int position;

  Frame() {
    memory = arena.allocate(1 << 16);
    buffer = memory.asByteBuffer();
  }

  static int length(MemorySegment memory, long at) {
    return Layout.getInt(memory, at + LENGTH_AT);
  }

  static int durable(MemorySegment memory, long at) {
    return Layout.getInt(memory, at + DURABLE_AT);
  }

  static int type(MemorySegment memory, long at) {
    return Layout.getInt(memory, at + TYPE_AT);
  }

  /** Whether a whole frame with the right checksum starts here. */
  static boolean valid(MemorySegment memory, long at) {
    if (at + HEADER > memory.byteSize()) {
      return false;
    }
    int length = length(memory, at);
    int type = type(memory, at);
    return length > 0 && length <= memory.byteSize() - at - HEADER && type >= NAME && type <= PURGE
        && Layout.getInt(memory, at + CHECKSUM_AT) == Layout.checksum(memory, at + DURABLE_AT,
            length + HEADER - DURABLE_AT);
  }

  static long aligned(long length) {
    return (length + ALIGNMENT - 1) & -ALIGNMENT;
  }

  Frame begin(int type) {
    position = HEADER;
    Layout.putInt(memory, TYPE_AT, type);
    return this;
  }

  /** Of what it holds so far. */
  int length() {
    return position - HEADER;
  }

  void number(int value) {
    room(4);
    Layout.putInt(memory, position, value);
    position += 4;
  }

  void shortNumber(int value) {
    room(2);
    Layout.putShort(memory, position, value);
    position += 2;
  }

  void key(int section, long due, long sequence) {
    room(KEY);
    Layout.putShort(memory, position, section);
    Layout.putLong(memory, position + 2, due);
    Layout.putLong(memory, position + 10, sequence);
    position += KEY;
  }

  void text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    room(bytes.length);
    MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, position, bytes.length);
    position += bytes.length;
  }

  void record(int section, long due, long sequence, byte[] data) {
    header(section, due, sequence, 0, data.length, 0);
    MemorySegment.copy(data, 0, memory, ValueLayout.JAVA_BYTE, position, data.length);
    position += data.length;
  }

  /** A job that is already somewhere, as it shall be from now on; no reason means none. */
  void record(int section, long due, long sequence, int attempts, Held from, @Nullable String reason) {
    byte[] why = reason == null ? new byte[0] : shortened(reason);
    MemorySegment source = from.container.memory;
    int dataLength = Layout.getInt(source, from.offset + Layout.DATA_LENGTH);
    header(section, due, sequence, attempts, dataLength, why.length);
    MemorySegment.copy(source, from.offset + Layout.HEADER, memory, position, dataLength);
    MemorySegment.copy(why, 0, memory, ValueLayout.JAVA_BYTE, position + dataLength, why.length);
    position += dataLength + why.length;
  }

  private void header(int section, long due, long sequence, int attempts, int dataLength, int reasonLength) {
    room(Layout.HEADER + dataLength + reasonLength);
    Layout.putLong(memory, position + Layout.DUE, due);
    Layout.putLong(memory, position + Layout.SEQUENCE, sequence);
    Layout.putInt(memory, position + Layout.DATA_LENGTH, dataLength);
    Layout.putShort(memory, position + Layout.SECTION, section);
    Layout.putShort(memory, position + Layout.ATTEMPTS, attempts);
    Layout.putInt(memory, position + Layout.REASON_LENGTH, reasonLength);
    position += Layout.HEADER;
  }

  private static byte[] shortened(String reason) {
    byte[] bytes = reason.getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= LONGEST_REASON) {
      return bytes;
    }
    int end = LONGEST_REASON;
    while ((bytes[end] & 0xC0) == 0x80) {
      end--;
    }
    return Arrays.copyOf(bytes, end);
  }

  /** The bytes to write, padded; what is known to be durable goes with them. */
  ByteBuffer end(int durable) {
    Layout.putInt(memory, LENGTH_AT, position - HEADER);
    Layout.putInt(memory, DURABLE_AT, durable);
    Layout.putInt(memory, CHECKSUM_AT, Layout.checksum(memory, DURABLE_AT, position - DURABLE_AT));
    int end = (int) aligned(position);
    room(end - position);
    memory.asSlice(position, end - position).fill((byte) 0);
    return buffer.clear().limit(end);
  }

  void release() {
    arena.close();
  }

  private void room(int bytes) {
    if (bytes > memory.byteSize() - position) {
      Arena wider = Arena.ofShared();
      MemorySegment grown = wider.allocate(Math.max(2 * memory.byteSize(), position + (long) bytes + ALIGNMENT));
      MemorySegment.copy(memory, 0, grown, 0, position);
      arena.close();
      arena = wider;
      memory = grown;
      buffer = grown.asByteBuffer();
    }
  }
}
