package io.nuthatch.archive;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The end of a sealed item index: what is in it, and a Bloom filter of its accounts, so that a file without anything
 * wanted is passed over for the price of reading this.
 */
@SuppressWarnings("ArrayRecordComponent") // read from a file, never compared
record ItemFooter(ItemSummary summary, long[] bloom) {

  static final int TRAILER = 16;

  private static final long END = 0x31534d455449484eL; // NHITEMS1
  private static final int MAGIC = 0x0166484e;
  private static final int FIXED = 64;
  private static final int BITS_EACH = 10;
  private static final int PROBES = 6;

  /** Room for so many accounts, at one false hit in a hundred. */
  static long[] bloomFor(long accounts) {
    return new long[(int) Math.max(1, (accounts * BITS_EACH + 63) / 64)];
  }

  static void add(long[] bloom, long hash) {
    for (int i = 0; i < PROBES; i++) {
      int bit = probe(bloom, hash, i);
      bloom[bit >>> 6] |= 1L << bit;
    }
  }

  private static int probe(long[] bloom, long hash, int i) {
    return (int) Long.remainderUnsigned(hash + i * (hash >>> 32 | 1), bloom.length * 64L);
  }

  static long hash(String account) {
    long hash = 0xcbf29ce484222325L;
    for (byte b : account.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
    }
    hash ^= hash >>> 32;
    hash *= 0xd6e8feb86659fd93L;
    return hash ^ hash >>> 32;
  }

  boolean mayHold(ItemFilter filter) {
    Instant first = summary.first();
    Instant last = summary.last();
    boolean dates = summary.dateless() > 0
        || (first != null && last != null && filter.overlaps(first.toEpochMilli(), last.toEpochMilli()));
    return dates && (filter.accounts().isEmpty() || filter.accounts().stream().anyMatch(this::mayHold));
  }

  private boolean mayHold(String account) {
    long hash = hash(account);
    for (int i = 0; i < PROBES; i++) {
      int bit = probe(bloom, hash, i);
      if ((bloom[bit >>> 6] & 1L << bit) == 0) {
        return false;
      }
    }
    return true;
  }

  /** With the trailer that ends the file. */
  ByteBuffer bytes(long at) {
    ByteBuffer out = ByteBuffer.allocate(FIXED + 8 * bloom.length + TRAILER).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(MAGIC).putInt(0).putLong(summary.entries()).putLong(summary.dateless()).putLong(millis(summary.first()))
        .putLong(millis(summary.last())).putLong(summary.accounts()).putLong(summary.indexedUpTo())
        .putInt(bloom.length).putInt(0);
    for (long word : bloom) {
      out.putLong(word);
    }
    out.putLong(at).putLong(END);
    out.putInt(4, checksum(out.array(), FIXED + 8 * bloom.length));
    return out.flip();
  }

  private static long millis(@Nullable Instant date) {
    return date == null ? Long.MIN_VALUE : date.toEpochMilli();
  }

  private static int checksum(byte[] bytes, int end) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 8, end - 8);
    return (int) checksum.getValue();
  }

  /** Where the trailer says that the footer is; -1 if it is none. */
  static long place(ByteBuffer trailer) {
    trailer.order(ByteOrder.LITTLE_ENDIAN);
    return trailer.getLong(8) == END ? trailer.getLong(0) : -1;
  }

  /** Null if it is damaged. */
  static @Nullable ItemFooter parse(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.length < FIXED || in.getInt(0) != MAGIC) {
      return null;
    }
    int words = in.getInt(56);
    if (words < 1 || bytes.length != FIXED + 8L * words || checksum(bytes, bytes.length) != in.getInt(4)) {
      return null;
    }
    long[] bloom = new long[words];
    in.position(FIXED).slice().order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(bloom);
    return new ItemFooter(new ItemSummary(in.getLong(8), in.getLong(16), date(in.getLong(24)), date(in.getLong(32)),
        in.getLong(40), in.getLong(48)), bloom);
  }

  private static @Nullable Instant date(long millis) {
    return millis == Long.MIN_VALUE ? null : Instant.ofEpochMilli(millis);
  }
}
