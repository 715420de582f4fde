package io.nuthatch.harvest.engine;

import io.nuthatch.model.message.HarvestStatus;

/** Where a harvest stands, and what statuses call it. */
public enum RunState {
  /** Asked for; nobody works on it yet. */
  WAITING(HarvestStatus.RUNNING),
  RUNNING(HarvestStatus.RUNNING),
  /** Told to stop, and finishing what is in hand. */
  STOPPING(HarvestStatus.STOPPING),
  /** Given back by a node that was shut down; the next one goes on. */
  PAUSED(HarvestStatus.PAUSED),
  SUCCESS(HarvestStatus.SUCCESS),
  FAILURE(HarvestStatus.FAILURE);

  private final String word;

  RunState(String word) {
    this.word = word;
  }

  /** As a status message has it. */
  String word() {
    return word;
  }

  public boolean isFinal() {
    return this == SUCCESS || this == FAILURE;
  }
}
