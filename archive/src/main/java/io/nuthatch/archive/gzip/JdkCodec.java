package io.nuthatch.archive.gzip;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** By the JDK's own zlib; always there. */
final class JdkCodec implements Codec {

  private final Deflater deflater;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 checksum = new CRC32();
  private final Bytes member = new Bytes(1 << 13);

  JdkCodec(int level) {
    deflater = new Deflater(level, true);
  }

  @Override
  public ByteBuffer compress(byte[] bytes, int offset, int length) {
    deflater.reset();
    deflater.setInput(bytes, offset, length);
    deflater.finish();
    member.clear().add(GzipHeader.PLAIN);
    while (!deflater.finished()) {
      member.room(Math.max(1 << 10, length / 8));
      int room = member.array().length - member.length();
      member.length(member.length() + deflater.deflate(member.array(), member.length(), room));
    }
    checksum.reset();
    checksum.update(bytes, offset, length);
    member.room(GzipHeader.TRAILER);
    ByteBuffer buffer = ByteBuffer.wrap(member.array()).order(ByteOrder.LITTLE_ENDIAN);
    buffer.position(member.length()).putInt((int) checksum.getValue()).putInt(length);
    return buffer.flip();
  }

  @Override
  public boolean decompress(ByteBuffer direct, Bytes into, int limit) {
    int start = direct.position();
    int header = GzipHeader.length(direct, start);
    if (header < 0) {
      return false;
    }
    inflater.reset();
    into.clear();
    try {
      inflater.setInput(direct.duplicate().position(start + header));
      while (!inflater.finished()) {
        into.room(1 << 10);
        int room = Math.min(into.array().length, limit) - into.length();
        int count = room <= 0 ? 0 : inflater.inflate(into.array(), into.length(), room);
        if (count == 0 && !inflater.finished()) {
          return false;
        }
        into.length(into.length() + count);
      }
    } catch (DataFormatException e) {
      return false;
    }
    int trailer = start + header + (int) inflater.getBytesRead();
    if (direct.limit() - trailer < GzipHeader.TRAILER) {
      return false;
    }
    checksum.reset();
    checksum.update(into.array(), 0, into.length());
    ByteBuffer little = direct.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    if (little.getInt(trailer) != (int) checksum.getValue() || little.getInt(trailer + 4) != into.length()) {
      return false;
    }
    direct.position(trailer + GzipHeader.TRAILER);
    return true;
  }

  @Override
  public void close() {
    deflater.end();
    inflater.end();
  }
}
