package io.nuthatch.archive.gzip;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The first bytes of a gzip member, as RFC 1952 has them. */
public final class GzipHeader {

  /** One without name, time or anything else. */
  static final byte[] PLAIN = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};
  static final int TRAILER = 8;

  private static final int HEADER_CHECK = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;
  private static final int RESERVED = 0xe0;
  private static final int SMALLEST_FILLER = 21;

  private GzipHeader() {
  }

  public static boolean startsAt(ByteBuffer buffer, int at) {
    return buffer.limit() - at >= PLAIN.length && buffer.get(at) == PLAIN[0] && buffer.get(at + 1) == PLAIN[1]
        && buffer.get(at + 2) == PLAIN[2] && (buffer.get(at + 3) & RESERVED) == 0;
  }

  /** How long the header at this place is; -1 if there is none, or not all of it. */
  public static int length(ByteBuffer buffer, int from) {
    if (!startsAt(buffer, from)) {
      return -1;
    }
    int flags = buffer.get(from + 3);
    int at = from + PLAIN.length;
    if ((flags & EXTRA) != 0) {
      if (buffer.limit() - at < 2) {
        return -1;
      }
      at += 2 + ((buffer.get(at) & 0xff) | (buffer.get(at + 1) & 0xff) << 8);
    }
    for (int zeros = Integer.bitCount(flags & (NAME | COMMENT)); zeros > 0; zeros--) {
      while (at < buffer.limit() && buffer.get(at) != 0) {
        at++;
      }
      at++;
    }
    at += (flags & HEADER_CHECK) != 0 ? 2 : 0;
    return at <= buffer.limit() ? at - from : -1;
  }

  /**
   * A member of exactly this length that holds nothing: readers of gzip pass over it. The note is kept in its comment
   * as far as there is room.
   */
  public static byte[] filler(int length, String note) {
    if (length < SMALLEST_FILLER) {
      throw new IllegalArgumentException("a gzip member has at least " + SMALLEST_FILLER + " bytes, not " + length);
    }
    ByteBuffer member = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    member.put(PLAIN).put(3, (byte) COMMENT);
    byte[] comment = new byte[length - SMALLEST_FILLER];
    byte[] text = note.getBytes(StandardCharsets.ISO_8859_1);
    Arrays.fill(comment, (byte) ' ');
    System.arraycopy(text, 0, comment, 0, Math.min(text.length, comment.length));
    member.put(comment).put((byte) 0).put((byte) 3).put((byte) 0).putInt(0).putInt(0);
    return member.array();
  }
}
