package io.nuthatch.harvest.engine;

import io.nuthatch.harvest.HarvestException;

/** The work in hand ends here, not because it is done; the reason says what is to follow. Flows let it pass. */
final class Ended extends HarvestException {

  private static final long serialVersionUID = 1;

  enum Why {
    /** Whoever asked for the harvest wants it to end. */
    STOP,
    /** This node is shut down; another goes on. */
    PAUSE,
    /** Another worker has the harvest; nothing may be written any more. */
    LOST
  }

  private final Why why;

  Ended(Why why) {
    super(Kind.TRANSIENT, "the harvest ends here: " + why, null);
    this.why = why;
  }

  Why why() {
    return why;
  }
}
