package io.nuthatch.app.security;

import io.nuthatch.database.Reading;
import io.nuthatch.database.Transaction;
import io.nuthatch.model.Json;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Who changed what, when, and by which way. A row is written in the transaction of the change it speaks of, so that
 * there is neither a change without a row nor a row without its change; where the change is not of the database, the row
 * follows it.
 */
public final class AuditLog {

  /** One change. */
  public record Entry(long id, Instant at, String actor, String via, String action, String subject, JsonNode detail) {
  }

  private final InstantSource time;

  public AuditLog(InstantSource time) {
    this.time = time;
  }

  /**
   * Notes a change.
   *
   * @param action noun and verb, such as {@code operator.create}
   * @param detail what was set; never a secret
   */
  public void note(Transaction transaction, Caller caller, String action, String subject, Map<String, ?> detail) {
    transaction.update("INSERT INTO audit (at, actor, via, action, subject, detail) VALUES (?, ?, ?, ?, ?, ?)",
        time.instant(), caller.name(), caller.via().name().toLowerCase(Locale.ROOT), action, subject,
        Json.write(detail));
  }

  /** Newest first, those before the given id. */
  public List<Entry> list(Reading reading, long before, int limit) {
    return reading.list("SELECT id, at, actor, via, action, subject, detail FROM audit WHERE id < ? ORDER BY id DESC"
        + " LIMIT ?",
        row -> new Entry(row.integer("id"), row.instant("at"), row.text("actor"), row.text("via"), row.text("action"),
            row.text("subject"), row.json("detail")),
        before, limit);
  }
}
