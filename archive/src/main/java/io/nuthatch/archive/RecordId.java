package io.nuthatch.archive;

import java.security.SecureRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** Ids of records: random UUIDs, made from a secret start by the steps of SplitMix64, which costs nanoseconds. */
final class RecordId {

  private static final long STEP = 0x9e3779b97f4a7c15L;
  private static final AtomicLong HIGH = new AtomicLong();
  private static final AtomicLong LOW = new AtomicLong();

  static {
    SecureRandom random = new SecureRandom();
    HIGH.set(random.nextLong());
    LOW.set(random.nextLong());
  }

  private RecordId() {
  }

  static UUID next() {
    long high = (mixed(HIGH.getAndAdd(STEP)) & ~0xf000L) | 0x4000L;
    long low = (mixed(LOW.getAndAdd(STEP)) & ~(3L << 62)) | 1L << 63;
    return new UUID(high, low);
  }

  /** As it stands in a record's header. */
  static String field(UUID id) {
    return "<urn:uuid:" + id + ">";
  }

  private static long mixed(long value) {
    long z = (value ^ value >>> 30) * 0xbf58476d1ce4e5b9L;
    z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
    return z ^ z >>> 31;
  }
}
