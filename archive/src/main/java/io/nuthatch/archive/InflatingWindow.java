package io.nuthatch.archive;

import io.nuthatch.archive.gzip.GzipHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** One gzip member of any size, opened piece by piece. */
final class InflatingWindow extends Window {

  /**
   * How a member turned out when it was gone through to its end.
   *
   * @param length  of the member, or of what is there of it
   * @param size    of what it holds, as far as it can be had
   * @param problem null if it is whole
   * @param cutOff  whether only its end is missing
   */
  record Scan(long length, long size, @Nullable String problem, boolean cutOff) {
  }

  private static final int PIECE = 1 << 16;

  private final FileChannel channel;
  private final Inflater inflater = new Inflater(true);
  private final byte[] piece = new byte[PIECE];
  private final long size;
  private long position;
  private long made;
  private @Nullable String problem;
  private boolean cutOff;

  private InflatingWindow(FileChannel channel, long deflated, long size) {
    super(new byte[PIECE], 0);
    this.channel = channel;
    this.position = deflated;
    this.size = size;
  }

  /** @param scan of the same place */
  static InflatingWindow open(FileChannel channel, long offset, Scan scan) throws IOException {
    return new InflatingWindow(channel, offset + headerLength(channel, offset), scan.size);
  }

  static Scan scan(FileChannel channel, long offset) throws IOException {
    long whole = channel.size() - offset;
    int header = headerLength(channel, offset);
    if (header < 0) {
      boolean begun = whole < 10 && new String(Disk.read(channel, offset, (int) Math.min(2, whole)),
          StandardCharsets.ISO_8859_1).matches("\u001f\u008b?");
      return new Scan(whole, 0,
          begun ? "the file ends within the header of a gzip member" : "no gzip member starts here",
          begun);
    }
    InflatingWindow window = new InflatingWindow(channel, offset + header, Long.MAX_VALUE);
    try {
      CRC32 checksum = new CRC32();
      for (int got = window.fill(window.bytes, 0, PIECE); got >= 0; got = window.fill(window.bytes, 0, PIECE)) {
        checksum.update(window.bytes, 0, got);
      }
      if (window.problem != null) {
        return new Scan(whole, window.made, window.problem, window.cutOff);
      }
      long trailer = window.position - window.inflater.getRemaining();
      if (channel.size() - trailer < 8) {
        return new Scan(whole, window.made, "the file ends within the checksum of a gzip member", true);
      }
      ByteBuffer check = ByteBuffer.wrap(Disk.read(channel, trailer, 8)).order(ByteOrder.LITTLE_ENDIAN);
      boolean right = check.getInt(0) == (int) checksum.getValue() && check.getInt(4) == (int) window.made;
      return new Scan(trailer + 8 - offset, window.made, right ? null : "the checksum of the gzip member is wrong",
          false);
    } finally {
      window.close();
    }
  }

  private static int headerLength(FileChannel channel, long offset) throws IOException {
    int look = (int) Math.min(1 << 17, channel.size() - offset);
    return GzipHeader.length(ByteBuffer.wrap(Disk.read(channel, offset, look)), 0);
  }

  @Override
  long left() {
    return size - made + end - at;
  }

  @Override
  int fill(byte[] into, int from, int room) throws IOException {
    try {
      while (problem == null && made < size) {
        int got = inflater.inflate(into, from, (int) Math.min(room, size - made));
        if (got > 0) {
          made += got;
          return got;
        }
        if (inflater.finished()) {
          return -1;
        }
        int read = channel.read(ByteBuffer.wrap(piece), position);
        if (read <= 0) {
          problem = "the file ends within a gzip member";
          cutOff = true;
        } else {
          position += read;
          inflater.setInput(piece, 0, read);
        }
      }
    } catch (DataFormatException e) {
      problem = "the gzip member is damaged: " + e.getMessage();
    }
    return -1;
  }

  @Override
  void close() {
    inflater.end();
  }
}
