package io.nuthatch.queue.embedded;

import io.nuthatch.queue.embedded.Page.Range;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Writes a page from records that come in its order: by calendar, due time and arrival. Nobody looks at the file before
 * a checkpoint names it, so an unfinished one does no harm.
 */
final class PageWriter implements AutoCloseable {

  private final Path directory;
  private final long id;
  private final FileChannel channel;
  private ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20).order(ByteOrder.LITTLE_ENDIAN);
  private MemorySegment memory = MemorySegment.ofBuffer(buffer);
  private ByteBuffer fences = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
  private final CRC32C checksum = new CRC32C();

  private final List<Range> ranges = new ArrayList<>();
  private long written;
  private int section = -1;
  private int firstBlock;
  private int sectionJobs;
  private long firstDue;
  private long firstSequence;
  private long lastDue;
  private int jobs;
  private int blocks;
  private int inBlock;
  private int blockLength;

  PageWriter(Path directory, long id) throws IOException {
    this.directory = directory;
    this.id = id;
    channel = FileChannel.open(Page.path(directory, id), StandardOpenOption.CREATE,
        StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
    buffer.putLong(Page.MAGIC).putLong(id);
  }

  /** Copies the record and returns its ordinal in the page. */
  int add(MemorySegment from, long at) throws IOException {
    int ofSection = Layout.section(from, at);
    long due = Layout.due(from, at);
    long sequence = Layout.sequence(from, at);
    int length = Layout.length(from, at);
    if (ofSection != section) {
      endSection();
      section = ofSection;
      firstBlock = blocks;
      sectionJobs = 0;
      firstDue = due;
      firstSequence = sequence;
    } else if (inBlock == Page.BLOCK) {
      endBlock();
    }
    if (inBlock == 0) {
      beginBlock(due, sequence);
    }
    room(length);
    int position = buffer.position();
    MemorySegment.copy(from, at, memory, position, length);
    checksum.update(buffer.slice(position, length));
    buffer.position(position + length);
    lastDue = due;
    blockLength += length;
    sectionJobs++;
    jobs++;
    return (blocks << Page.BLOCK_BITS) + inBlock++;
  }

  int jobs() {
    return jobs;
  }

  /** Ends the file, syncs it and opens it for reading. */
  Page finish(Collection<Long> origins) throws IOException {
    endSection();
    room(0);
    long fencesAt = written + buffer.position();
    fences.flip();
    int fenceChecksum = Layout.checksum(fences.duplicate());
    write(fences);
    long footerAt = written + buffer.position();
    ByteBuffer footer = ByteBuffer.allocate(ranges.size() * Range.BYTES + origins.size() * 8 + Page.TRAILER)
        .order(ByteOrder.LITTLE_ENDIAN);
    for (Range range : ranges) {
      footer.putInt(range.section()).putInt(range.firstBlock()).putInt(range.jobs()).putInt(0);
      footer.putLong(range.firstDue()).putLong(range.firstSequence()).putLong(range.lastDue());
    }
    origins.forEach(footer::putLong);
    footer.putLong(footerAt).putLong(fencesAt).putInt(blocks).putInt(fenceChecksum).putInt(jobs);
    footer.putInt(ranges.size()).putInt(origins.size());
    footer.putInt(Layout.checksum(footer.duplicate().flip())).putLong(Page.MAGIC);
    write(footer.flip());
    drain();
    channel.force(true);
    return Page.open(directory, id);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private void beginBlock(long due, long sequence) {
    if (fences.remaining() < Page.FENCE) {
      fences = ByteBuffer.allocate(fences.capacity() * 2).order(ByteOrder.LITTLE_ENDIAN).put(fences.flip());
    }
    fences.putLong(due).putLong(sequence).putLong(written + buffer.position());
    checksum.reset();
    blockLength = 0;
  }

  private void endBlock() {
    fences.putInt(blockLength).putInt((int) checksum.getValue());
    blocks++;
    inBlock = 0;
  }

  private void endSection() {
    if (inBlock > 0) {
      endBlock();
      ranges.add(new Range(section, firstBlock, sectionJobs, firstDue, firstSequence, lastDue));
    }
  }

  private void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      room(1);
      int some = Math.min(bytes.remaining(), buffer.remaining());
      buffer.put(bytes.slice(bytes.position(), some));
      bytes.position(bytes.position() + some);
    }
  }

  private void room(int length) throws IOException {
    if (buffer.remaining() < length) {
      drain();
      if (buffer.capacity() < length) {
        buffer = ByteBuffer.allocateDirect(length).order(ByteOrder.LITTLE_ENDIAN);
        memory = MemorySegment.ofBuffer(buffer);
      }
    }
  }

  private void drain() throws IOException {
    buffer.flip();
    written += buffer.remaining();
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
    buffer.clear();
  }
}
