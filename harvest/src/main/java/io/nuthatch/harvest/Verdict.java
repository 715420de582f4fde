package io.nuthatch.harvest;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What an answer means for the harvest. */
public sealed interface Verdict {

  /** As asked for. */
  record Good() implements Verdict {
  }

  /** The seed, not the harvest, has a problem: not found, protected, suspended. Other seeds go on. */
  record SeedTrouble(SeedProblem problem, String message) implements Verdict {
  }

  /** Too many calls: not before this time, or when the quota says if it is null. */
  record TooMany(@Nullable Instant until) implements Verdict {
  }

  /** The platform has trouble, or the answer is not whole: the same call may be good later. */
  record Passing(String message) implements Verdict {
  }

  /** This call is refused for what it asks, and will be again; calls for other seeds may be good. */
  record Unfit(String code, String message) implements Verdict {
  }

  /** The credential is refused, or all that may be had is used up: the harvest fails with this code. */
  record Refused(String code, String message) implements Verdict {
  }

  Verdict GOOD = new Good();
}
