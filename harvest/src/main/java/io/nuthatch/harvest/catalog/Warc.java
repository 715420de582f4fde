package io.nuthatch.harvest.catalog;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A finished file of a harvest. */
public record Warc(String id, String harvestId, String collectionId, String type, String path, Content content,
    Instant createdAt, Fixity fixity) {

  public record Content(String sha1, long bytes) {
  }

  /** What the last check of the file against its digest found; null where there has been none. */
  public record Fixity(FixityResult result, @Nullable Instant checkedAt, @Nullable String detail) {

    static final Fixity UNCHECKED = new Fixity(FixityResult.UNCHECKED, null, null);
  }

  public enum FixityResult {
    UNCHECKED,
    GOOD,
    MISSING,
    CHANGED
  }
}
