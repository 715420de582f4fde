package io.nuthatch.harvest.catalog;

import java.time.Instant;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * One version of something: who changed which fields, when and why.
 *
 * @param harvestId the harvest that caused it, or null
 * @param fields empty when only a note was made
 */
public record Change(long id, Kind kind, String subjectId, Instant at, String actor, String note,
    @Nullable String harvestId, SequencedMap<String, Values> fields) {

  /** What was changed. */
  public enum Kind {
    SET,
    COLLECTION,
    SEED,
    CREDENTIAL
  }

  /** What a field was and what it became; null where it had or has no value. */
  public record Values(@Nullable String from, @Nullable String to) {
  }
}
