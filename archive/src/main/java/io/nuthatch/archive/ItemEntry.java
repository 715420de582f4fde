package io.nuthatch.archive;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One item of a record: which post it became, and where it is.
 *
 * @param postId   the product's id, allocated once; the index is its record
 * @param nativeId the platform's
 * @param date     when it was posted, if it says so
 * @param account  who posted it, as the platform's id of the account
 * @param offset   of the record
 * @param length   of the record
 * @param ordinal  which item of the record, from 0
 */
// Eight components: an entry is one row of the index, and splitting the row would hide that.
public record ItemEntry(long postId, String platform, String nativeId, @Nullable Instant date, String account,
    long offset, long length, int ordinal) {

  /** Year 9999, in seconds. */
  private static final long FARTHEST = 253_402_300_800L;

  public ItemEntry {
    if (ordinal < 0 || offset < 0 || length < 1) {
      throw ArchiveException.caller("an item of the index has no place: " + platform + " " + nativeId + " at offset "
          + offset + ", length " + length + ", ordinal " + ordinal);
    }
    if (date != null && Math.abs(date.getEpochSecond()) > FARTHEST) {
      throw ArchiveException.caller("no post was made at " + date + ": " + platform + " " + nativeId);
    }
  }

  public Place place() {
    return new Place(offset, length);
  }

  long end() {
    return offset + length;
  }
}
