package io.nuthatch.app.api;

import io.nuthatch.app.Problem;
import io.nuthatch.app.node.QueueFigures;
import io.nuthatch.app.security.AuditLog;
import io.nuthatch.app.security.Caller;
import io.nuthatch.database.Database;
import io.nuthatch.queue.Counts;
import io.nuthatch.queue.Job;
import io.nuthatch.queue.JobId;
import io.nuthatch.queue.JobQueue;
import io.nuthatch.queue.JobState;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What people do with the queue: look at it, kick what was buried, cancel, purge. Each change is audited; the queue is
 * not part of the database, so the row follows the change instead of sharing its transaction.
 */
public final class JobDesk {

  private static final List<Duration> EDGES = List.of(Duration.ZERO, Duration.ofMinutes(1), Duration.ofMinutes(10),
      Duration.ofHours(1), Duration.ofHours(6), Duration.ofDays(1), Duration.ofDays(7), Duration.ofDays(30));
  private static final List<String> LABELS = List.of("due now", "within 1 min", "within 10 min", "within 1 h",
      "within 6 h", "within 1 day", "within 7 days", "within 30 days", "later");
  private static final int KICKED_AT_ONCE = 1000;
  private static final int SHOWN = 4000;

  /** A job as it may be shown: the beginning of its data, in Base64 when it is not text. */
  public record ShownJob(String id, String namespace, Instant due, int attempt, @Nullable String data,
      @Nullable String base64, @Nullable String lastError) {

    static ShownJob of(Job job) {
      String text = text(job.data());
      return new ShownJob(job.id().toString(), job.namespace(), job.due(), job.attempt(), text,
          text == null ? Base64.getEncoder().encodeToString(beginning(job.data())) : null, job.lastError());
    }

    private static byte[] beginning(byte[] data) {
      return data.length <= SHOWN ? data : Arrays.copyOf(data, SHOWN);
    }

    private static @Nullable String text(byte[] data) {
      try {
        String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(data)).toString();
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
      } catch (CharacterCodingException e) {
        return null;
      }
    }
  }

  /** How many jobs are due in a span of time. */
  public record Due(String span, long jobs) {
  }

  private final JobQueue queue;
  private final QueueFigures figures;
  private final Database database;
  private final AuditLog audit;
  private final Clock clock;

  public JobDesk(JobQueue queue, QueueFigures figures, Database database, AuditLog audit, Clock clock) {
    this.queue = queue;
    this.figures = figures;
    this.database = database;
    this.audit = audit;
    this.clock = clock;
  }

  public List<Counts> counts() {
    return figures.counts();
  }

  public List<ShownJob> peek(String namespace, JobState state, int limit) {
    known(namespace);
    return queue.peek(namespace, state, limit).stream().map(ShownJob::of).toList();
  }

  public List<Due> due(String namespace) {
    known(namespace);
    Instant now = clock.instant();
    List<Long> jobs = queue.dueTimes(namespace, EDGES.stream().map(now::plus).toList());
    List<Due> spans = new ArrayList<>();
    for (int i = 0; i < LABELS.size(); i++) {
      spans.add(new Due(LABELS.get(i), jobs.get(i)));
    }
    return spans;
  }

  /** Makes buried jobs due again: those named, or all of the namespace. Returns how many there were. */
  public int kick(Caller caller, String namespace, @Nullable List<String> ids) {
    known(namespace);
    int kicked = 0;
    try {
      if (ids != null) {
        kicked = queue.kick(ids.stream().map(JobDesk::parsed).toList()).size();
        return kicked;
      }
      // one pass over those that are buried now: one that is buried again meanwhile waits for the next
      long left = countsOf(namespace).buried();
      for (List<JobId> some = buried(namespace); left > 0 && !some.isEmpty(); some = buried(namespace)) {
        kicked += queue.kick(some).size();
        left -= some.size();
      }
      return kicked;
    } finally {
      note(caller, "job.kick", namespace, Map.of("jobs", kicked));
    }
  }

  private static JobId parsed(@Nullable String id) {
    if (id == null) {
      throw Problem.bad("an id among the ids is null");
    }
    return JobId.parse(id);
  }

  private List<JobId> buried(String namespace) {
    return queue.peek(namespace, JobState.BURIED, KICKED_AT_ONCE).stream().map(Job::id).toList();
  }

  public void cancel(Caller caller, String id) {
    if (queue.cancel(List.of(JobId.parse(id))).isEmpty()) {
      throw Problem.notFound("job", id);
    }
    note(caller, "job.cancel", id, Map.of());
  }

  public long purge(Caller caller, String namespace) {
    known(namespace);
    long purged = queue.purge(namespace);
    note(caller, "job.purge", namespace, Map.of("jobs", purged));
    return purged;
  }

  private void note(Caller caller, String action, String subject, Map<String, ?> detail) {
    database.run(transaction -> audit.note(transaction, caller, action, subject, detail));
  }

  private void known(String namespace) {
    countsOf(namespace);
  }

  private Counts countsOf(String namespace) {
    return figures.counts().stream().filter(counts -> counts.namespace().equals(namespace)).findFirst()
        .orElseThrow(() -> Problem.notFound("namespace", namespace));
  }
}
