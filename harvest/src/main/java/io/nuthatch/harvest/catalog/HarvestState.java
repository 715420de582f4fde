package io.nuthatch.harvest.catalog;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Where a harvest stands. A collection has at most one harvest that is open. */
public enum HarvestState {
  /** Asked for; no harvester has answered yet. */
  REQUESTED,
  RUNNING,
  /** Somebody wants it to end; its harvester has not said that it does. */
  STOP_REQUESTED,
  /** Its harvester finishes what it has. */
  STOPPING,
  /** Its harvester was shut down and will go on with it. */
  PAUSED,
  /** Nothing was heard of it for too long; another worker may take it over. */
  LOST,
  COMPLETED_SUCCESS,
  COMPLETED_FAILURE,
  /** Given up by hand, or after it was lost for too long. */
  VOIDED,
  /** It was due while the one before was open, and not asked for. */
  SKIPPED;

  /** For SQL: those that are open, as the indexes of open harvests name them. */
  static final String OPEN_STATES = Arrays.stream(values()).filter(HarvestState::isOpen)
      .map(state -> "'" + state.name().toLowerCase(Locale.ROOT) + "'").collect(Collectors.joining(", "));

  public boolean isOpen() {
    return compareTo(COMPLETED_SUCCESS) < 0;
  }

  public boolean isCompleted() {
    return this == COMPLETED_SUCCESS || this == COMPLETED_FAILURE;
  }

  /** As messages and people say it: {@code completed success}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  static Optional<HarvestState> of(String word) {
    return Arrays.stream(values()).filter(state -> state.word().equals(word)).findFirst();
  }
}
