package io.nuthatch.app.archive;

import io.nuthatch.app.Problem;
import io.nuthatch.app.archive.ArchiveTask.Kind;
import io.nuthatch.app.archive.ArchiveTask.State;
import io.nuthatch.app.security.AuditLog;
import io.nuthatch.app.security.Caller;
import io.nuthatch.database.Database;
import io.nuthatch.database.Migrations;
import io.nuthatch.database.Row;
import io.nuthatch.model.Json;
import io.nuthatch.model.NuthatchException;
import io.nuthatch.queue.Job;
import io.nuthatch.queue.JobOutcome;
import io.nuthatch.queue.JobQueue;
import io.nuthatch.queue.JobRunner;
import io.nuthatch.queue.NewJob;
import io.nuthatch.queue.RunnerSettings;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * Long work on the archive: asked for once, done in the background by whichever node takes it, one piece at a time on
 * each, with its report kept. Work whose node dies is begun again by another, so all of it can be begun again.
 */
public final class ArchiveTasks implements AutoCloseable {

  private static final String NAMESPACE = "archive";
  private static final String COLUMNS = "SELECT id, kind, state, actor, request, report, created_at, finished_at"
      + " FROM archive_tasks ";
  private static final Duration BETWEEN_REPORTS = Duration.ofSeconds(1);

  /** Does the work and returns its report; tells how far it is meanwhile. */
  @FunctionalInterface
  public interface Work {
    JsonNode run(JsonNode request, Consumer<JsonNode> progress);
  }

  private final Database database;
  private final JobQueue queue;
  private final AuditLog audit;
  private final InstantSource clock;
  private final Map<Kind, Work> works;
  private Optional<JobRunner> runner = Optional.empty();

  private ArchiveTasks(Database database, JobQueue queue, AuditLog audit, InstantSource clock,
      Map<Kind, Work> works) {
    this.database = database;
    this.queue = queue;
    this.audit = audit;
    this.clock = clock;
    this.works = Map.copyOf(works);
  }

  /** Makes the table if need be. Tasks can be asked for; none is done here until {@link #work} is called. */
  public static ArchiveTasks open(Database database, JobQueue queue, AuditLog audit, InstantSource clock,
      Map<Kind, Work> works) {
    database.migrate(List.of(Migrations.of("archive")));
    return new ArchiveTasks(database, queue, audit, clock, works);
  }

  /** Begins to do tasks, those whose job was lost between two writes as well. */
  public ArchiveTasks work() {
    boolean nothingWaits = queue.counts().stream().filter(counts -> counts.namespace().equals(NAMESPACE))
        .allMatch(counts -> counts.waiting() + counts.leased() == 0);
    if (nothingWaits) {
      queue.schedule(database.<List<NewJob>>read(reading -> reading.list(
          COLUMNS + "WHERE finished_at IS NULL ORDER BY id", row -> job(row.integer("id")))));
    }
    runner = Optional.of(JobRunner.start(queue, RunnerSettings.of(NAMESPACE, 1), this::handle));
    return this;
  }

  /** Notes the wish and its audit row, then hands it to whoever is free. */
  public ArchiveTask ask(Caller caller, Kind kind, JsonNode request) {
    long id = database.write(transaction -> {
      long made = transaction.list("""
          INSERT INTO archive_tasks (kind, state, actor, request, report, created_at) VALUES (?, ?, ?, ?, '{}', ?)
          RETURNING id""", row -> row.integer("id"), kind, State.WAITING, caller.name(), request, clock.instant())
          .getFirst();
      audit.note(transaction, caller, "archive." + kind.name().toLowerCase(Locale.ROOT), "task " + made,
          Map.of("request", request));
      return made;
    });
    queue.schedule(List.of(job(id)));
    return get(id);
  }

  public ArchiveTask get(long id) {
    return database.<Optional<ArchiveTask>>read(
        reading -> reading.first(COLUMNS + "WHERE id = ?", ArchiveTasks::task, id))
        .orElseThrow(() -> Problem.notFound("task", Long.toString(id)));
  }

  /** Newest first. */
  public List<ArchiveTask> list(long before, int limit) {
    return database.read(reading -> reading.list(COLUMNS + "WHERE id < ? ORDER BY id DESC LIMIT ?", ArchiveTasks::task,
        before, limit));
  }

  private JobOutcome handle(Job job) {
    long id = Long.parseLong(job.text());
    ArchiveTask task = get(id);
    if (task.state().over()) {
      return JobOutcome.DONE;
    }
    report(id, State.RUNNING, task.report());
    try {
      long[] told = {System.nanoTime()};
      JsonNode report = work(task.kind()).run(task.request(), progress -> {
        if (System.nanoTime() - told[0] > BETWEEN_REPORTS.toNanos()) {
          told[0] = System.nanoTime();
          report(id, State.RUNNING, progress);
        }
      });
      report(id, State.DONE, report);
    } catch (NuthatchException e) {
      if (e.kind() == NuthatchException.Kind.TRANSIENT) {
        report(id, State.WAITING, Json.object().put("waiting", e.getMessage()));
        throw e;
      }
      report(id, State.FAILED, Json.object().put("failure", e.getMessage()));
    } catch (RuntimeException e) {
      report(id, State.FAILED, Json.object().put("failure", e.toString()));
      throw e;
    }
    return JobOutcome.DONE;
  }

  private Work work(Kind kind) {
    Work work = works.get(kind);
    if (work == null) {
      throw Problem.bad("this node cannot do " + kind);
    }
    return work;
  }

  private void report(long id, State state, JsonNode report) {
    database.run(transaction -> transaction.update(
        "UPDATE archive_tasks SET state = ?, report = ?, finished_at = ? WHERE id = ?", state, report,
        state.over() ? clock.instant() : null, id));
  }

  private static NewJob job(long id) {
    return NewJob.in(NAMESPACE, Long.toString(id), Duration.ZERO);
  }

  private static ArchiveTask task(Row row) {
    return new ArchiveTask(row.integer("id"), row.oneOf("kind", Kind.class), row.oneOf("state", State.class),
        row.text("actor"), row.json("request"), row.json("report"), row.instant("created_at"),
        row.instantOrNull("finished_at"));
  }

  @Override
  public void close() {
    runner.ifPresent(JobRunner::close);
  }
}
