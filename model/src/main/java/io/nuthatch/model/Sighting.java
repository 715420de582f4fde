package io.nuthatch.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When posts were seen, for whom, and where the evidence lies: the WARC by its path below the archive's root and the
 * offset of the record.
 */
public record Sighting(Instant at, String collection, @Nullable String seed, String harvest, Evidence evidence) {

  public record Evidence(String warc, long offset) {
  }
}
