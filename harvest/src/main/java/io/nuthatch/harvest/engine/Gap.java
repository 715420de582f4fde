package io.nuthatch.harvest.engine;

import io.nuthatch.database.Row;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something a collection does not have.
 *
 * @param scope the collection's id, or the harvest's for one that was not incremental
 * @param subject whose items are missing; empty for a stream
 * @param newerThan the missing items are newer than this position; null: from the first on
 * @param downFrom and older than this one
 * @param from a stream was not heard from this time
 * @param to to this one; null: not heard yet
 */
// A row of the table, as the console and the API show it; splitting it would hide that.
public record Gap(long id, String scope, String subject, String harvest, @Nullable String seed,
    @Nullable String newerThan, @Nullable String downFrom, @Nullable Instant from, @Nullable Instant to, State state,
    @Nullable String reason, Instant openedAt, Instant changedAt) {

  public enum State {
    /** The next harvest will close it. */
    OPEN,
    CLOSED,
    /** Nobody can close it; the reason says why. */
    UNREACHABLE
  }

  static Gap of(Row row) {
    return new Gap(row.integer("id"), row.text("scope"), row.text("subject"), row.text("run"),
        row.textOrNull("seed"), row.textOrNull("newer_than"), row.textOrNull("down_from"),
        row.instantOrNull("from_time"), row.instantOrNull("to_time"), row.oneOf("state", State.class),
        row.textOrNull("reason"), row.instant("opened_at"), row.instant("changed_at"));
  }
}
