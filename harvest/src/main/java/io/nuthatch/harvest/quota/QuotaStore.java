package io.nuthatch.harvest.quota;

import io.nuthatch.database.Database;
import io.nuthatch.database.Row;
import io.nuthatch.database.Transaction;
import io.nuthatch.harvest.QuotaReading;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Quotas as all nodes see them: a row for each credential and family, from which nodes take calls in small lots. */
final class QuotaStore {

  /*
   * Lots. A node takes a twentieth of what remains, at most fifty calls, and one at a time near the end: far from the
   * end it costs a transaction now and then, near it no two nodes use the same call. What a node took and did not use is
   * lost until the window ends.
   *
   * Readings. Within a window what remains only goes down: answers arrive in any order, and a reading does not know the
   * lots taken meanwhile. A reading whose reset is later begins a new window.
   */

  private static final long SHARE = 20;
  private static final long LARGEST_LOT = 50;
  /** Two resets this close mean the same window: platforms tell whole seconds. */
  private static final Duration SAME_WINDOW = Duration.ofSeconds(5);
  /** How long a window is taken to be when the platform tells what remains, but not until when. */
  private static final Duration USUAL_WINDOW = Duration.ofMinutes(15);
  private static final String PLACE = " WHERE credential = ? AND family = ?";

  private final Database database;

  QuotaStore(Database database) {
    this.database = database;
  }

  /** A row. A limit of -1: the platform has said nothing yet, or says nothing at all. */
  record Standing(String credential, String label, String family, long limit, long remaining, @Nullable Instant reset,
      @Nullable Instant blockedUntil) {

    private Standing with(QuotaReading reading, Instant now) {
      if (reading.limit() < 0) {
        return this;
      }
      Instant told = reading.reset() == null ? reset : reading.reset();
      boolean same = limit >= 0 && (reset == null || sameWindow(reset, reading.reset()));
      return new Standing(credential, label, family, reading.limit(),
          same ? Math.min(remaining, reading.remaining()) : reading.remaining(),
          told == null ? now.plus(USUAL_WINDOW) : told, blockedUntil);
    }

    /** In the next window the whole limit is there again; when that one ends, the next reading will tell. */
    private Standing at(Instant now) {
      boolean over = reset != null && !now.isBefore(reset);
      return over ? new Standing(credential, label, family, limit, limit, null, blockedUntil) : this;
    }

    private Standing less(long lot) {
      return new Standing(credential, label, family, limit, remaining - lot, reset, blockedUntil);
    }
  }

  static boolean sameWindow(Instant known, @Nullable Instant told) {
    return told == null || !told.isAfter(known.plus(SAME_WINDOW));
  }

  /** Takes the next lot, after the newest reading this node has. */
  Grant take(Credential credential, String family, QuotaReading newest, Instant now) {
    return database.write(transaction -> {
      Standing standing = locked(transaction, credential, family).with(newest, now).at(now);
      Grant grant = grant(standing, now);
      write(transaction, standing.less(grant.permits()), now);
      return grant;
    });
  }

  void learn(Credential credential, String family, QuotaReading reading, Instant now) {
    database.run(transaction -> write(transaction, locked(transaction, credential, family).with(reading, now), now));
  }

  private static void write(Transaction transaction, Standing standing, Instant now) {
    transaction.update("UPDATE quotas SET calls = ?, remaining = ?, reset_at = ?, seen_at = ?" + PLACE,
        standing.limit, standing.remaining, standing.reset, now, standing.credential, standing.family);
  }

  private static Grant grant(Standing standing, Instant now) {
    if (standing.blockedUntil != null && now.isBefore(standing.blockedUntil)) {
      return new Grant(0, standing.blockedUntil);
    }
    if (standing.remaining <= 0) {
      return new Grant(0, standing.reset);
    }
    return new Grant(Math.clamp(standing.remaining / SHARE, 1, LARGEST_LOT), standing.reset);
  }

  /** Nobody calls before this time. */
  void block(Credential credential, String family, Instant until, Instant now) {
    database.run(transaction -> {
      locked(transaction, credential, family);
      transaction.update("UPDATE quotas SET blocked_until = ?, seen_at = ?" + PLACE, until, now, credential.key(),
          family);
    });
  }

  Optional<Standing> standing(Credential credential, String family) {
    return database.read(reading -> reading.first("SELECT * FROM quotas" + PLACE, QuotaStore::standing,
        credential.key(), family));
  }

  List<Standing> standings() {
    return database.read(reading -> reading.list("SELECT * FROM quotas ORDER BY label, credential, family",
        QuotaStore::standing));
  }

  private static Standing locked(Transaction transaction, Credential credential, String family) {
    transaction.update("""
        INSERT INTO quotas (credential, label, family, calls, remaining, seen_at) VALUES (?, ?, ?, -1, -1, 0)
        ON CONFLICT (credential, family) DO UPDATE SET label = excluded.label""", credential.key(), credential.label(),
        family);
    return transaction.first("SELECT * FROM quotas" + PLACE, QuotaStore::standing, credential.key(), family)
        .orElseThrow();
  }

  private static Standing standing(Row row) {
    return new Standing(row.text("credential"), row.text("label"), row.text("family"), row.integer("calls"),
        row.integer("remaining"), row.instantOrNull("reset_at"), row.instantOrNull("blocked_until"));
  }
}
