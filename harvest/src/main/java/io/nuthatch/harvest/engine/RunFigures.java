package io.nuthatch.harvest.engine;

import io.nuthatch.database.Row;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A harvest that has not ended, for people to look at.
 *
 * @param holder the node that works on it or did so last, as host and instance
 * @param takes how often a worker has taken it
 */
public record RunFigures(String harvest, String platform, String type, RunState state, @Nullable String holder,
    long takes, Instant receivedAt, @Nullable Instant startedAt) {

  static RunFigures of(Row row) {
    return new RunFigures(row.text("id"), row.text("platform"), row.text("type"), row.oneOf("state", RunState.class),
        row.textOrNull("holder"), row.integer("epoch"), row.instant("received_at"), row.instantOrNull("started_at"));
  }
}
