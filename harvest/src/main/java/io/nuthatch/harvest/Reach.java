package io.nuthatch.harvest;

/** How far a walk came: through the whole interval, or as far as the platform lets anyone go. */
public sealed interface Reach {

  Reach WHOLE = new Whole();

  record Whole() implements Reach {
  }

  /** The rest of the interval cannot be had, now or later: the gap stays, with this reason. */
  record CutOff(String reason) implements Reach {
  }
}
