package io.nuthatch.queue.embedded;

import io.nuthatch.queue.QueueException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A file of jobs sorted by calendar, due time and arrival. It never changes; which of its jobs are gone stands in the
 * checkpoint and the journal. Opening reads a few hundred bytes; the rest is checked block by block as it is read.
 */
final class Page extends Container {

  /*
   * Blocks. Sixty-four records in a row are a block; a calendar starts a new one. Each has a fence: its first key, where
   * it stands, and its checksum. An ordinal is the block's number times 64 plus the place in the block, so the bits of
   * what is gone are one word a block.
   */

  static final long MAGIC = 0x3130_4547_4150_484EL; // "NHPAGE01" in little-endian
  static final int HEADER = 16;
  static final int BLOCK_BITS = 6;
  static final int BLOCK = 1 << BLOCK_BITS;
  static final int FENCE = 32;
  static final int TRAILER = 48;

  /** The jobs of one calendar: their first block, how many, and the keys between which they lie. */
  record Range(int section, int firstBlock, int jobs, long firstDue, long firstSequence, long lastDue) {

    static final int BYTES = 40;

    int blocks() {
      return (jobs + BLOCK - 1) >>> BLOCK_BITS;
    }

    int firstOrdinal() {
      return firstBlock << BLOCK_BITS;
    }

    int endOrdinal() {
      return firstOrdinal() + jobs;
    }
  }

  final long id;
  private final long fences;
  private final int blocks;
  private final int fenceChecksum;
  private final Map<Integer, Range> ranges = new TreeMap<>();
  private final List<Long> origins = new ArrayList<>();
  private final long lastDue;
  private boolean fencesChecked;

  private Page(long id, Path file, Arena arena, MemorySegment memory) {
    super(file, arena, memory);
    this.id = id;
    long trailer = memory.byteSize() - TRAILER;
    if (trailer < HEADER || Layout.getLong(memory, 0) != MAGIC || Layout.getLong(memory, 8) != id) {
      throw damaged(0, "its header is not one of version 1, or the file is cut off");
    }
    long footer = Layout.getLong(memory, trailer);
    fences = Layout.getLong(memory, trailer + 8);
    blocks = Layout.getInt(memory, trailer + 16);
    fenceChecksum = Layout.getInt(memory, trailer + 20);
    int jobs = Layout.getInt(memory, trailer + 24);
    int rangeCount = Layout.getInt(memory, trailer + 28);
    int originCount = Layout.getInt(memory, trailer + 32);
    if (footer < HEADER || footer > trailer || Layout.getLong(memory, trailer + 40) != MAGIC
        || Layout.checksum(memory, footer, trailer + 36 - footer) != Layout.getInt(memory, trailer + 36)) {
      throw damaged(trailer, "its footer's checksum is wrong");
    }
    long at = footer;
    for (int i = 0; i < rangeCount; i++, at += Range.BYTES) {
      int section = Layout.getInt(memory, at);
      ranges.put(section, new Range(section, Layout.getInt(memory, at + 4), Layout.getInt(memory, at + 8),
          Layout.getLong(memory, at + 16), Layout.getLong(memory, at + 24), Layout.getLong(memory, at + 32)));
    }
    for (int i = 0; i < originCount; i++, at += 8) {
      origins.add(Layout.getLong(memory, at));
    }
    lastDue = ranges.values().stream().mapToLong(Range::lastDue).max().orElse(0);
    live(jobs);
  }

  static Path path(Path directory, long id) {
    return directory.resolve("page-%010d.jobs".formatted(id));
  }

  static Page open(Path directory, long id) throws IOException {
    Path file = path(directory, id);
    Arena arena = Arena.ofShared();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return new Page(id, file, arena, channel.map(MapMode.READ_ONLY, 0, channel.size(), arena));
    } catch (IOException | RuntimeException e) {
      arena.close();
      throw e;
    }
  }

  /** By section. */
  Iterable<Range> ranges() {
    return ranges.values();
  }

  @Nullable
  Range range(int section) {
    return ranges.get(section);
  }

  /** When its last job is due. */
  long lastDue() {
    return lastDue;
  }

  /** The segments its jobs came from. */
  List<Long> origins() {
    return origins;
  }

  @Override
  int ordinals() {
    return blocks << BLOCK_BITS;
  }

  @Override
  long offset(int ordinal) {
    long at = blockStart(ordinal >>> BLOCK_BITS);
    for (int i = ordinal & (BLOCK - 1); i > 0; i--) {
      at += Layout.length(memory, at);
    }
    return at;
  }

  long blockStart(int block) {
    return Layout.getLong(memory, fence(block) + 16);
  }

  /** Why the block cannot be read, or nothing. The fences are checked with the first block. */
  @Nullable
  String damage(int block) {
    if (!fencesChecked) {
      if (Layout.checksum(memory, fences, (long) blocks * FENCE) != fenceChecksum) {
        return "the table of blocks at offset " + fences + " has a wrong checksum";
      }
      fencesChecked = true;
    }
    long at = fence(block);
    return Layout.checksum(memory, Layout.getLong(memory, at + 16), Layout.getInt(memory, at + 24)) == Layout
        .getInt(memory, at + 28) ? null : "the block has a wrong checksum";
  }

  /** The ordinal of the job with this key in the calendar; -1 when it is not here or cannot be read. */
  int find(int section, long due, long sequence) {
    Range range = ranges.get(section);
    if (range == null || due < range.firstDue || due > range.lastDue) {
      return -1;
    }
    int ordinal = lowerBound(range, due, sequence);
    if (ordinal < 0 || ordinal == range.endOrdinal()) {
      return -1;
    }
    long at = offset(ordinal);
    return Layout.due(memory, at) == due && Layout.sequence(memory, at) == sequence ? ordinal : -1;
  }

  /** The first ordinal of the range whose key is not before this one; its end when there is none, -1 when damaged. */
  int lowerBound(Range range, long due, long sequence) {
    int low = range.firstBlock;
    int high = range.firstBlock + range.blocks() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (before(fence(middle), due, sequence)) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    if (damage(low) != null) {
      return -1;
    }
    int ordinal = low << BLOCK_BITS;
    int end = Math.min(ordinal + BLOCK, range.endOrdinal());
    for (long at = blockStart(low); ordinal < end && before(at, due, sequence); ordinal++) {
      at += Layout.length(memory, at);
    }
    return ordinal;
  }

  /** Live jobs with ordinals in this stretch of one range. */
  long live(int from, int to) {
    long count = (long) to - from;
    for (int word = from >>> 6; word << 6 < to; word++) {
      long bits = goneWord(word);
      if (word == from >>> 6) {
        bits &= -1L << from;
      }
      if (word == to >>> 6) {
        bits &= ~(-1L << to);
      }
      count -= Long.bitCount(bits);
    }
    return count;
  }

  private boolean before(long at, long due, long sequence) {
    long own = Layout.getLong(memory, at);
    return own != due ? own < due : Layout.getLong(memory, at + 8) < sequence;
  }

  private long fence(int block) {
    return fences + (long) block * FENCE;
  }

  private QueueException damaged(long offset, String what) {
    return QueueException.broken(
        "page " + file + " is damaged at offset " + offset + ": " + what + "; restore the directory from a copy", null);
  }
}
