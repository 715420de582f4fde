package io.nuthatch.archive.gzip;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * One gzip member written piece by piece: the memory it takes does not depend on its size. Pieces that are compressed
 * already are stored as they are, at five bytes for every 64 KiB.
 */
public final class StreamedMember {

  /*
   * Storing. What was compressed so far is flushed to a byte boundary, and from there on blocks are written by hand:
   * one byte for the kind (0, or 1 for the last), the length and its complement, the bytes. After the first stored
   * piece nothing is compressed any more.
   */

  private static final int LONGEST_STORED = 0xffff;
  private static final int STORED_HEADER = 5;

  private final Deflater deflater;
  private final Sink sink;
  private final CRC32 checksum = new CRC32();
  private final byte[] out = new byte[1 << 14];
  private final ByteBuffer stored = ByteBuffer.allocate(STORED_HEADER).order(ByteOrder.LITTLE_ENDIAN);
  private long length;
  private boolean storing;

  StreamedMember(Deflater deflater, Sink sink) throws IOException {
    this.deflater = deflater;
    this.sink = sink;
    deflater.reset();
    sink.write(ByteBuffer.wrap(GzipHeader.PLAIN));
  }

  public void compress(byte[] bytes, int offset, int count) throws IOException {
    if (storing) {
      store(bytes, offset, count);
      return;
    }
    counted(bytes, offset, count);
    deflater.setInput(bytes, offset, count);
    while (!deflater.needsInput()) {
      drain(Deflater.NO_FLUSH);
    }
  }

  public void store(byte[] bytes, int offset, int count) throws IOException {
    if (!storing) {
      storing = true;
      int made;
      do {
        made = drain(Deflater.SYNC_FLUSH);
      } while (made == out.length);
    }
    counted(bytes, offset, count);
    for (int done = 0; done < count; done += LONGEST_STORED) {
      int part = Math.min(LONGEST_STORED, count - done);
      block(0, part);
      sink.write(ByteBuffer.wrap(bytes, offset + done, part));
    }
  }

  public void finish() throws IOException {
    if (storing) {
      block(1, 0);
    } else {
      deflater.finish();
      while (!deflater.finished()) {
        drain(Deflater.NO_FLUSH);
      }
    }
    ByteBuffer trailer = ByteBuffer.allocate(GzipHeader.TRAILER).order(ByteOrder.LITTLE_ENDIAN);
    sink.write(trailer.putInt((int) checksum.getValue()).putInt((int) length).flip());
  }

  private void counted(byte[] bytes, int offset, int count) {
    checksum.update(bytes, offset, count);
    length += count;
  }

  private void block(int last, int count) throws IOException {
    sink.write(stored.clear().put((byte) last).putShort((short) count).putShort((short) ~count).flip());
  }

  private int drain(int flush) throws IOException {
    int made = deflater.deflate(out, 0, out.length, flush);
    sink.write(ByteBuffer.wrap(out, 0, made));
    return made;
  }
}
