package io.nuthatch.app.archive;

import io.nuthatch.archive.Fixity;
import io.nuthatch.database.Database;
import io.nuthatch.harvest.catalog.Catalog;
import io.nuthatch.harvest.catalog.Warc;
import io.nuthatch.harvest.catalog.Warc.FixityResult;
import io.nuthatch.harvest.catalog.WarcStore;
import io.nuthatch.queue.Job;
import io.nuthatch.queue.JobOutcome;
import io.nuthatch.queue.JobQueue;
import io.nuthatch.queue.JobRunner;
import io.nuthatch.queue.NewJob;
import io.nuthatch.queue.RunnerSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads every WARC in turn and holds it against the digest it was sealed with, each as often as the settings say. A
 * round is a job under a lease, so that one node at a time does it; what it finds stands in the catalogue.
 */
public final class FixityRounds implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(FixityRounds.class);
  private static final String NAMESPACE = "fixity";
  private static final Duration LONGEST_PAUSE = Duration.ofHours(1);
  private static final int FILES_AT_ONCE = 20;

  private final Database database;
  private final WarcStore warcs;
  private final JobQueue queue;
  private final Duration every;
  private final InstantSource clock;
  private final JobRunner runner;

  private FixityRounds(Database database, Catalog catalog, JobQueue queue, Duration every, InstantSource clock) {
    this.database = database;
    this.warcs = catalog.warcs();
    this.queue = queue;
    this.every = every;
    this.clock = clock;
    boolean none = queue.counts().stream().filter(counts -> counts.namespace().equals(NAMESPACE))
        .allMatch(counts -> counts.waiting() + counts.leased() == 0);
    if (none) {
      queue.schedule(List.of(round(Duration.ZERO)));
    }
    this.runner = JobRunner.start(queue, RunnerSettings.of(NAMESPACE, 1), this::handle);
  }

  /** Two nodes that start at once may each begin a chain of rounds; the second finds nothing to do. */
  public static FixityRounds start(Database database, Catalog catalog, JobQueue queue, Duration every,
      InstantSource clock) {
    return new FixityRounds(database, catalog, queue, every, clock);
  }

  private JobOutcome handle(Job job) {
    Instant due = clock.instant().minus(every);
    List<Warc> some = database.read(reading -> warcs.uncheckedSince(reading, due, FILES_AT_ONCE));
    for (Warc warc : some) {
      check(database, warcs, warc, clock).ifPresent(what -> LOG.error("fixity: {}", what));
    }
    Duration pause = some.size() == FILES_AT_ONCE
        ? Duration.ZERO
        : every.compareTo(LONGEST_PAUSE) < 0 ? every : LONGEST_PAUSE;
    queue.schedule(List.of(round(pause)));
    return JobOutcome.DONE;
  }

  /** Checks one file and notes it; what is wrong with it, if anything is. */
  static Optional<String> check(Database database, WarcStore warcs, Warc warc, InstantSource clock) {
    Fixity.Known known = new Fixity.Known(Path.of(warc.path()), warc.content().sha1(), warc.content().bytes());
    Fixity.Report report = new Fixity(clock).check(List.of(known).iterator(), finding -> {
    }, () -> false);
    Optional<Fixity.Finding> bad = report.bad().stream().findFirst();
    FixityResult result = bad.map(finding -> switch (finding.state()) {
      case UNCHANGED -> FixityResult.GOOD;
      case MISSING -> FixityResult.MISSING;
      case CHANGED, UNREADABLE -> FixityResult.CHANGED;
    }).orElse(FixityResult.GOOD);
    database.run(transaction -> warcs.checked(transaction, warc.id(), result, clock.instant(),
        bad.map(Fixity.Finding::what).orElse(null)));
    return bad.map(Fixity.Finding::what);
  }

  private static NewJob round(Duration in) {
    return NewJob.in(NAMESPACE, "round", in);
  }

  @Override
  public void close() {
    runner.close();
  }
}
