package io.nuthatch.harvest.engine;

import io.nuthatch.database.Database;
import io.nuthatch.database.Row;
import io.nuthatch.database.Transaction;
import io.nuthatch.model.Json;
import io.nuthatch.queue.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The harvests this installation was asked for, and who may work on each. */
final class RunStore {

  /*
   * Tickets. A run names the ticket of the one job that may work on it, and the ticket of the job that shall take its
   * place if there is one. Whoever comes first with either becomes the only one; a job with another ticket is of no use
   * any more. So a job may be scheduled twice, or not at all before a crash, and the run is still worked on once: the
   * job before stays good until the one after is taken.
   *
   * Epochs. Every take raises the epoch, and every write of a worker is for its own epoch only.
   */

  private static final List<String> WORKING_TABLES = List.of("run_names", "run_seeds", "run_links", "run_warcs",
      "run_stops");
  private static final Duration STOPS_KEPT = Duration.ofDays(30);

  private final Database database;

  RunStore(Database database) {
    this.database = database;
  }

  /** What a job carries. */
  record Ticket(String run, String ticket) {

    byte[] data() {
      return Json.writeBytes(this);
    }

    static Ticket of(Job job) {
      return Json.read(job.data(), Ticket.class);
    }
  }

  /** A harvest as its message asks for it. */
  @SuppressWarnings("ArrayRecordComponent") // stored, never compared
  record Arrival(String id, String platform, String type, String startKey, String scope, byte[] sealed) {
  }

  /** A run in a worker's hands. */
  @SuppressWarnings("ArrayRecordComponent") // stored, never compared
  record Claimed(Arrival arrival, long epoch, long fruitless, long sequence, long warcs, long warcBytes,
      Instant startedAt, @Nullable Instant capturedTo) {

    /** Somebody has worked on it before. */
    boolean isResumed() {
      return epoch > 1;
    }
  }

  /** Writes the harvest down; the ticket is for a job to be scheduled, unless somebody has begun with it already. */
  Optional<Ticket> arrive(Arrival arrival, Instant now) {
    String ticket = UUID.randomUUID().toString();
    return database.write(transaction -> {
      int fresh = transaction.update("""
          INSERT INTO runs (id, platform, type, start_key, scope, message, state, ticket, epoch, fruitless, sequence,
            warcs, warc_bytes, received_at)
          VALUES (?, ?, ?, ?, ?, ?, 'waiting', ?, 0, 0, 0, 0, 0, ?) ON CONFLICT (id) DO NOTHING""", arrival.id,
          arrival.platform, arrival.type, arrival.startKey, arrival.scope, arrival.sealed, ticket, now);
      boolean again = fresh == 0
          && transaction.update("UPDATE runs SET next_ticket = ? WHERE id = ? AND epoch = 0", ticket, arrival.id) > 0;
      return fresh > 0 || again ? Optional.of(new Ticket(arrival.id, ticket)) : Optional.<Ticket>empty();
    });
  }

  /** Takes the run for a worker; nothing when the ticket is an old one or the run has ended. */
  Optional<Claimed> claim(Ticket ticket, Performer performer, Instant now) {
    return database.write(transaction -> transaction.list("""
        UPDATE runs SET ticket = ?, next_ticket = NULL, epoch = epoch + 1, fruitless = fruitless + 1, holder = ?,
          state = 'running', started_at = COALESCE(started_at, ?)
        WHERE id = ? AND (ticket = ? OR next_ticket = ?) AND state NOT IN ('success', 'failure')
        RETURNING *""", RunStore::claimed, ticket.ticket, performer.holder(), now, ticket.run, ticket.ticket,
        ticket.ticket).stream().findFirst());
  }

  private static Claimed claimed(Row row) {
    Arrival arrival = new Arrival(row.text("id"), row.text("platform"), row.text("type"), row.text("start_key"),
        row.text("scope"), row.bytes("message"));
    return new Claimed(arrival, row.integer("epoch"), row.integer("fruitless"), row.integer("sequence"),
        row.integer("warcs"), row.integer("warc_bytes"), row.instant("started_at"), row.instantOrNull("captured_to"));
  }

  /** A ticket for a job in the place of this one; nothing when this one is of no use any more. */
  Optional<Ticket> renew(Ticket ticket) {
    String next = UUID.randomUUID().toString();
    int good = database.write(transaction -> transaction.update("""
        UPDATE runs SET ticket = ?, next_ticket = ? WHERE id = ? AND (ticket = ? OR next_ticket = ?)
          AND state NOT IN ('success', 'failure')""", ticket.ticket, next, ticket.run, ticket.ticket, ticket.ticket));
    return good > 0 ? Optional.of(new Ticket(ticket.run, next)) : Optional.empty();
  }

  /** A ticket for the job that shall take the place of the worker's. */
  static Ticket succession(Transaction transaction, String run) {
    String ticket = UUID.randomUUID().toString();
    transaction.update("UPDATE runs SET next_ticket = ? WHERE id = ?", ticket, run);
    return new Ticket(run, ticket);
  }

  /** A run that has ended is remembered; what was needed to work on it is not, the message with its secrets first. */
  static void forget(Transaction transaction, String run) {
    for (String table : WORKING_TABLES) {
      transaction.update("DELETE FROM " + table + " WHERE run = ?", run);
    }
    transaction.update("UPDATE runs SET message = ? WHERE id = ?", new byte[0], run);
  }

  /** Somebody wants the harvest to end, whether or not it is known yet. */
  void askToStop(String run, Instant now) {
    database.run(transaction -> {
      transaction.update("INSERT INTO run_stops (run, asked_at) VALUES (?, ?) ON CONFLICT (run) DO NOTHING", run, now);
      transaction.update("DELETE FROM run_stops WHERE asked_at < ?", now.minus(STOPS_KEPT));
    });
  }

  /** Harvests that shall end and have not. */
  List<String> stops() {
    return database.read(reading -> reading.list("""
        SELECT run_stops.run FROM run_stops JOIN runs ON runs.id = run_stops.run
        WHERE runs.state NOT IN ('success', 'failure')""", row -> row.text("run")));
  }

  List<RunFigures> active() {
    return database.read(reading -> reading.list("""
        SELECT * FROM runs WHERE state NOT IN ('success', 'failure') ORDER BY received_at""", RunFigures::of));
  }

  List<Gap> gaps(String scope) {
    return database
        .read(
            reading -> reading.list("SELECT * FROM gaps WHERE scope = ? ORDER BY id DESC LIMIT 1000", Gap::of, scope));
  }
}
