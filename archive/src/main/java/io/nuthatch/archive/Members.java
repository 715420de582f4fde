package io.nuthatch.archive;

import io.nuthatch.archive.gzip.Bytes;
import io.nuthatch.archive.gzip.Codec;
import io.nuthatch.archive.gzip.Compression;
import io.nuthatch.archive.gzip.GzipHeader;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The gzip members of a file, opened one after the other or at a given place. One thread at a time. */
final class Members implements AutoCloseable {

  /*
   * Speed. The file is read ahead into memory outside the heap, where the codec opens members in place; nearly all
   * members are small, and such a one costs no call to the system. The memory grows for a larger one up to a limit;
   * beyond it a member is gone through once to learn its size and whether it is whole, and then opened piece by piece.
   */

  /** A member that was opened; what it holds can be read until the next is. */
  record Member(long offset, long length, Window content, @Nullable String problem, boolean cutOff) {
  }

  private static final int FIRST_WINDOW = 1 << 18;
  private static final int LARGEST_WINDOW = 1 << 22;
  private static final int LARGEST_CONTENT = 1 << 23;

  private final FileChannel channel;
  private final Codec codec;
  private final Bytes content = new Bytes(1 << 14);
  private Arena arena = Arena.ofShared();
  private ByteBuffer ahead = arena.allocate(FIRST_WINDOW, 64).asByteBuffer().limit(0);
  private long aheadAt;
  private @Nullable Window open;

  Members(FileChannel channel, Compression compression) {
    this.channel = channel;
    this.codec = compression.codec();
  }

  Member open(long offset) throws IOException {
    if (open != null) {
      open.close();
    }
    Member member = inMemory(offset);
    if (member == null) {
      InflatingWindow.Scan scan = InflatingWindow.scan(channel, offset);
      Window window = scan.size() == 0
          ? new MemoryWindow(new byte[0], 0)
          : InflatingWindow.open(channel, offset, scan);
      member = new Member(offset, scan.length(), window, scan.problem(), scan.cutOff());
    }
    open = member.content();
    return member;
  }

  private @Nullable Member inMemory(long offset) throws IOException {
    boolean fresh = false;
    if (offset < aheadAt || offset >= aheadAt + ahead.limit()) {
      readAhead(offset);
      fresh = true;
    }
    while (true) {
      int start = (int) (offset - aheadAt);
      ahead.position(start);
      if (codec.decompress(ahead, content, LARGEST_CONTENT)) {
        return new Member(offset, ahead.position() - start, new MemoryWindow(content.array(), content.length()), null,
            false);
      }
      boolean toTheEnd = aheadAt + ahead.limit() >= channel.size();
      if (!fresh && !toTheEnd) {
        readAhead(offset);
        fresh = true;
      } else if (!toTheEnd && ahead.capacity() < LARGEST_WINDOW && GzipHeader.startsAt(ahead, start)) {
        grow();
        readAhead(offset);
      } else {
        return null;
      }
    }
  }

  private void readAhead(long offset) throws IOException {
    aheadAt = offset;
    ahead.clear();
    long from = offset;
    while (ahead.hasRemaining()) {
      int got = channel.read(ahead, from);
      if (got < 0) {
        break;
      }
      from += got;
    }
    ahead.flip();
  }

  private void grow() {
    int wider = 4 * ahead.capacity();
    arena.close();
    arena = Arena.ofShared();
    ahead = arena.allocate(wider, 64).asByteBuffer();
  }

  /**
   * Where the next member starts that is whole and begins with these bytes, from an offset on; -1 if there is none. The
   * search goes byte by byte and is for damaged files.
   */
  long find(long from, byte[] beginning) throws IOException {
    ByteBuffer look = ByteBuffer.allocate(FIRST_WINDOW);
    for (long at = from; at < channel.size(); at += Math.max(1, look.limit() - 9)) {
      look.clear();
      look.limit((int) Math.min(look.capacity(), channel.size() - at));
      Disk.read(channel, look, at);
      for (int i = 0; i < look.limit() - 9; i++) {
        if (GzipHeader.startsAt(look, i)) {
          Member candidate = open(at + i);
          if (candidate.problem == null && begins(candidate.content, beginning)) {
            return at + i;
          }
        }
      }
    }
    return -1;
  }

  private static boolean begins(Window content, byte[] beginning) throws IOException {
    return content.holds(beginning.length)
        && Arrays.equals(content.bytes, content.at, content.at + beginning.length, beginning, 0,
            beginning.length);
  }

  @Override
  public void close() {
    if (open != null) {
      open.close();
    }
    codec.close();
    arena.close();
  }
}
