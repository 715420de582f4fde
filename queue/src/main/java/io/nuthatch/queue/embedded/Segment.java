package io.nuthatch.queue.embedded;

import io.nuthatch.model.NuthatchException.Kind;
import io.nuthatch.queue.QueueException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One file of the journal, with what the queue knows of the jobs that came in it. Its space is written with zeros and
 * synced before it is used, so that a sync of what is appended has no metadata to write.
 */
final class Segment extends Container {

  /*
   * Writing goes through the channel, reading through a map of the same file; both are the same pages of the operating
   * system's cache. (Writing through the map was measured: its sync takes twice the time.)
   */

  static final long MAGIC = 0x3130_4745_534A_484EL; // "NHJSEG01" in little-endian
  static final int HEADER = 24;
  private static final int FIRST_JOBS = 1024;

  final long number;
  private volatile FileChannel channel;
  private volatile boolean released;
  private volatile int position = HEADER;
  private volatile int synced = HEADER;

  private final int mostJobs;
  private int jobs;
  private long[] due = new long[FIRST_JOBS];
  private int[] offsets = new int[FIRST_JOBS];
  private short[] sections = new short[FIRST_JOBS];
  private final List<@Nullable SegmentHeap> heaps = new ArrayList<>();

  private Segment(long number, Path file, FileChannel channel, Arena arena, int mostJobs) throws IOException {
    super(file, arena, channel.map(MapMode.READ_ONLY, 0, channel.size(), arena));
    this.number = number;
    this.channel = channel;
    this.mostJobs = mostJobs;
  }

  static Path path(Path directory, long number) {
    return directory.resolve("segment-%010d.log".formatted(number));
  }

  /** A new one with all its space; durable but for the directory's entry. */
  static Segment create(Path directory, long number, int bytes, int mostJobs) throws IOException {
    Path file = path(directory, number);
    FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
        StandardOpenOption.WRITE);
    try {
      ByteBuffer zeros = ByteBuffer.allocateDirect(1 << 16);
      for (long left = bytes; left > 0;) {
        left -= channel.write(zeros.clear().limit((int) Math.min(left, zeros.capacity())));
      }
      MemorySegment header = MemorySegment.ofArray(new byte[HEADER]);
      Layout.putLong(header, 0, MAGIC);
      Layout.putLong(header, 8, number);
      Layout.putInt(header, 16, bytes);
      Layout.putInt(header, 20, Layout.checksum(header, 0, 20));
      channel.write(header.asByteBuffer(), 0);
      channel.force(true);
      return new Segment(number, file, channel, Arena.ofShared(), mostJobs);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** One that was written before; its frames are yet to be read. */
  static Segment open(Path file, long number) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    Segment segment = new Segment(number, file, channel, Arena.ofShared(), 0);
    MemorySegment memory = segment.memory;
    if (memory.byteSize() < HEADER || Layout.getLong(memory, 0) != MAGIC || Layout.getLong(memory, 8) != number
        || Layout.getInt(memory, 20) != Layout.checksum(memory, 0, 20)) {
      segment.release();
      throw QueueException.broken("segment " + file + " is damaged at offset 0: its header is not one of version 1; "
          + "restore the directory from a copy", null);
    }
    if (memory.byteSize() < Layout.getInt(memory, 16)) {
      long size = memory.byteSize();
      segment.release();
      throw QueueException.broken("segment " + file + " is damaged at offset " + size + ": it was "
          + "written with all its space, and is cut off there; restore the directory from a copy", null);
    }
    return segment;
  }

  boolean hasRoom(long bytes, int moreJobs) {
    return bytes <= memory.byteSize() - position && moreJobs <= mostJobs - jobs;
  }

  /** Writes the frame behind the others and returns where it starts. */
  int append(Frame frame) {
    int start = position;
    ByteBuffer bytes = frame.end(synced);
    try {
      uninterrupted(open -> {
        while (bytes.hasRemaining()) {
          open.write(bytes, (long) start + bytes.position());
        }
      });
      position = start + bytes.position();
      return start;
    } catch (IOException e) {
      throw new QueueException(Kind.BROKEN, "cannot write to " + file + " at offset " + start, e);
    }
  }

  int position() {
    return position;
  }

  /** While it is being read again. */
  void position(int at) {
    position = at;
  }

  /** Writes zeros over a stretch that has been moved elsewhere. */
  void cut(long from, long to) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocate((int) (to - from));
    while (zeros.hasRemaining()) {
      channel.write(zeros, from + zeros.position());
    }
    channel.force(false);
  }

  void sync(int upTo) throws IOException {
    uninterrupted(open -> open.force(false));
    synced = upTo;
  }

  /** A write or sync through the channel it is given. */
  private interface Io {

    void run(FileChannel open) throws IOException;
  }

  /** An interrupt of the calling thread closes the channel it uses; then the same is done through a new one. */
  private void uninterrupted(Io io) throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          io.run(channel);
          return;
        } catch (ClosedChannelException e) {
          interrupted |= Thread.interrupted();
          reopen(e);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized void reopen(ClosedChannelException cause) throws IOException {
    if (released) {
      throw cause;
    }
    if (!channel.isOpen()) {
      channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }
  }

  /** Takes a record up that stands in the memory at this place; returns its ordinal. */
  int add(long at) {
    if (jobs == due.length) {
      int room = mostJobs == 0 ? jobs * 2 : Math.min(mostJobs, jobs * 2);
      due = Arrays.copyOf(due, room);
      offsets = Arrays.copyOf(offsets, room);
      sections = Arrays.copyOf(sections, room);
    }
    int ordinal = jobs++;
    due[ordinal] = Layout.due(memory, at);
    offsets[ordinal] = (int) at;
    sections[ordinal] = (short) Layout.section(memory, at);
    live(live() + 1);
    return ordinal;
  }

  SegmentHeap heap(int section) {
    while (heaps.size() <= section) {
      heaps.add(null);
    }
    SegmentHeap heap = heaps.get(section);
    if (heap == null) {
      heap = new SegmentHeap(this);
      heaps.set(section, heap);
    }
    return heap;
  }

  int jobs() {
    return jobs;
  }

  long due(int ordinal) {
    return due[ordinal];
  }

  int section(int ordinal) {
    return sections[ordinal] & 0xffff;
  }

  long sequence(int ordinal) {
    return (number << Layout.ORDINAL_BITS) | ordinal;
  }

  @Override
  long offset(int ordinal) {
    return offsets[ordinal];
  }

  @Override
  int ordinals() {
    return Math.max(mostJobs, jobs);
  }

  @Override
  void release() {
    super.release();
    released = true;
    try {
      channel.close();
    } catch (IOException e) {
      throw new QueueException(Kind.BROKEN, "cannot close " + file, e);
    }
  }
}
