package io.nuthatch.harvest.catalog;

import org.jspecify.annotations.Nullable;

/** A seed as it stands on a line of what was pasted or uploaded. */
public record SeedLine(int number, @Nullable String token, @Nullable String uid) {

  public enum Outcome {
    ADDED,
    /** It is there already, or stood on a line above. */
    DUPLICATE,
    REFUSED
  }

  /**
   * What became of it.
   *
   * @param seed null unless it was added
   * @param reason empty when it was added
   */
  public record Result(SeedLine line, Outcome outcome, @Nullable Seed seed, String reason) {
  }
}
