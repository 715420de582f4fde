package io.nuthatch.harvest.engine;

import io.nuthatch.database.Reading;
import io.nuthatch.database.Transaction;
import io.nuthatch.harvest.Interval;
import io.nuthatch.harvest.engine.ProgressPolicy.Step;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Marks and gaps of one scope as they are written down, on behalf of one harvest. */
final class Journal {

  /** The subject of a stream's gaps. */
  private static final String STREAM = "";

  private final String scope;
  private final String run;

  Journal(String scope, String run) {
    this.scope = scope;
    this.run = run;
  }

  List<Walk> plan(Reading reading, String subject) {
    String mark = reading.first("SELECT position FROM marks WHERE scope = ? AND subject = ?",
        row -> row.text("position"), scope, subject).orElse(null);
    return ProgressPolicy.plan(mark, reading.list("""
        SELECT id, newer_than, down_from FROM gaps WHERE scope = ? AND subject = ? AND state = 'open' ORDER BY id""",
        row -> new Walk(new Interval(row.textOrNull("newer_than"), row.textOrNull("down_from")), row.integer("id")),
        scope, subject));
  }

  /** Writes the steps down; the walk goes on as it is returned, with the gap it has got. */
  Walk apply(Transaction transaction, Walk walk, List<Step> steps, Seen seen) {
    Walk now = walk;
    for (Step step : steps) {
      switch (step) {
        case Step.MoveMark(String position) -> transaction.update("""
            INSERT INTO marks (scope, subject, position, moved_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (scope, subject) DO UPDATE SET position = excluded.position, moved_at = excluded.moved_at""",
            scope, seen.subject, position, seen.at);
        case Step.OpenGap(Interval interval) -> now = new Walk(interval, open(transaction, interval, seen));
        case Step.NarrowGap(long gap, String before) -> {
          transaction.update("UPDATE gaps SET down_from = ?, changed_at = ? WHERE id = ?", before, seen.at, gap);
          now = new Walk(new Interval(walk.interval().after(), before), gap);
        }
        case Step.CloseGap(long gap) -> {
          // A gap that one harvest opens and closes was never one for anybody else.
          if (transaction.update("DELETE FROM gaps WHERE id = ? AND run = ?", gap, run) == 0) {
            close(transaction, gap, seen.at);
          }
        }
        case Step.LeaveGap(long gap, String reason) -> leave(transaction, gap, reason, seen.at);
      }
    }
    return now;
  }

  /** Whose items were captured, for which seed, when. */
  record Seen(String subject, @Nullable String seed, Instant at) {
  }

  private long open(Transaction transaction, Interval interval, Seen seen) {
    return transaction.list("""
        INSERT INTO gaps (scope, subject, run, seed, newer_than, down_from, state, opened_at, changed_at)
        VALUES (?, ?, ?, ?, ?, ?, 'open', ?, ?) RETURNING id""", row -> row.integer("id"), scope, seen.subject, run,
        seen.seed, interval.after(), interval.before(), seen.at, seen.at).getFirst();
  }

  /** A stream is not heard from this time on. */
  long fellSilent(Transaction transaction, Instant from, Instant now) {
    return transaction.first("SELECT id FROM gaps WHERE scope = ? AND subject = ? AND state = 'open'"
        + " AND from_time IS NOT NULL AND to_time IS NULL ORDER BY id", row -> row.integer("id"), scope, STREAM)
        .orElseGet(() -> transaction.list("""
            INSERT INTO gaps (scope, subject, run, from_time, state, opened_at, changed_at)
            VALUES (?, ?, ?, ?, 'open', ?, ?) RETURNING id""", row -> row.integer("id"), scope, STREAM, run, from, now,
            now).getFirst());
  }

  /** The stream is heard again: all its silences end now, also those a worker before this one left. */
  void heardAgain(Transaction transaction, Instant now) {
    transaction.update("""
        UPDATE gaps SET to_time = ?, changed_at = ?
        WHERE scope = ? AND subject = ? AND state = 'open' AND from_time IS NOT NULL AND to_time IS NULL""", now, now,
        scope, STREAM);
  }

  /** Silences that are over and not filled yet. */
  List<Gap> silences(Reading reading) {
    return reading.list("""
        SELECT * FROM gaps WHERE scope = ? AND subject = ? AND state = 'open' AND to_time IS NOT NULL
        ORDER BY id""", Gap::of, scope, STREAM);
  }

  void close(Transaction transaction, long gap, Instant now) {
    transaction.update("UPDATE gaps SET state = 'closed', changed_at = ? WHERE id = ?", now, gap);
  }

  void leave(Transaction transaction, long gap, String reason, Instant now) {
    transaction.update("UPDATE gaps SET state = 'unreachable', reason = ?, changed_at = ? WHERE id = ?", reason, now,
        gap);
  }

  /** How many gaps this harvest leaves open. */
  long openGaps(Reading reading) {
    return reading.number("SELECT count(*) FROM gaps WHERE scope = ? AND run = ? AND state = 'open'", scope, run);
  }

  /** Marks and gaps of a scope that nobody will use again. */
  void retire(Transaction transaction, String reason, Instant now) {
    transaction.update("""
        UPDATE gaps SET state = 'unreachable', reason = ?, changed_at = ? WHERE scope = ? AND state = 'open'""",
        reason, now, scope);
    transaction.update("DELETE FROM marks WHERE scope = ?", scope);
  }
}
