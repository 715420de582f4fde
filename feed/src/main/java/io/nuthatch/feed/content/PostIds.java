package io.nuthatch.feed.content;

import io.nuthatch.model.PostName;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * Ids of posts: positive, ordered by when the posts were created, and the same on every node that derives one from the
 * same post. Any number may stand as a point in time, whether a post has it or not.
 */
public final class PostIds {

  /*
   * Layout. Bit 63 is 0; bits 62 to 20 are the milliseconds since 1970 of the post's creation, at least 1 and at most
   * 2^43 - 1 (in the year 2248); bits 19 to 0 are the slot.
   *
   * Slot. FNV-1a with 64 bits over the UTF-8 bytes of "platform:native id", finished by MurmurHash3's 64-bit mixer; its
   * upper 20 bits. A post whose id is taken by another gets the next slot of the same millisecond, round from the last
   * to the first. Among 6,000 posts of one millisecond (platforms that tell seconds only) about 17 move.
   */
  private static final int SLOT_BITS = 20;
  private static final long SLOTS = 1L << SLOT_BITS;
  private static final long LAST_MILLISECOND = (1L << (63 - SLOT_BITS)) - 1;
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  /** SQL for the day since 1970 of an id in a column. */
  static final String DAY = "(%s >> " + SLOT_BITS + ") / 86400000";

  private PostIds() {
  }

  /** The id a post has unless another post had it first. */
  public static long of(PostName name, Instant createdAt) {
    return (millisecond(createdAt) << SLOT_BITS) | slot(name.toString());
  }

  /** The id to try when that one is taken. */
  static long next(long id) {
    return (id & -SLOTS) | ((id + 1) & (SLOTS - 1));
  }

  /** The millisecond of creation. */
  public static Instant time(long id) {
    return Instant.ofEpochMilli(id >>> SLOT_BITS);
  }

  /** The lowest id of a millisecond: posts created before are below it, all others are not. */
  public static long startOf(Instant time) {
    return millisecond(time) << SLOT_BITS;
  }

  private static long millisecond(Instant time) {
    return Math.clamp(time.getEpochSecond() > LAST_MILLISECOND / 1_000 ? LAST_MILLISECOND : floor(time), 1,
        LAST_MILLISECOND);
  }

  /** Times long before 1970 have no milliseconds in 64 bits either. */
  private static long floor(Instant time) {
    return time.getEpochSecond() < 0 ? 0 : time.toEpochMilli();
  }

  private static long slot(String name) {
    long hash = FNV_OFFSET;
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xff)) * FNV_PRIME;
    }
    hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return (hash ^ (hash >>> 33)) >>> (64 - SLOT_BITS);
  }
}
