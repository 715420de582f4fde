package io.nuthatch.harvest.catalog;

import io.nuthatch.database.Database;
import io.nuthatch.database.Reading;
import io.nuthatch.database.Transaction;
import io.nuthatch.harvest.catalog.HarvestRequester.Outcome;
import io.nuthatch.harvest.catalog.HarvestRequester.Running;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks for harvests when they are due, turns collections off when their end has come, and finds harvests that nobody
 * tells of any more. Any number of schedulers may run over one database: what is due is done once.
 *
 * <p>A time that was missed, since no scheduler ran or the clock was put forward, is made up for once, however many
 * harvests it would have been.
 */
public final class HarvestScheduler implements AutoCloseable {

  /*
   * Once. Every collection has the time of its next harvest in its row. Whoever finds that it has come holds the row,
   * looks again, moves the time on and sends the message, in one transaction: a second scheduler, or one that comes back
   * after a crash, finds the next time or the old one, and never half of it. No lease can be lost since there is none.
   *
   * Clocks that are put back. A time further away than the schedule can mean, or one at which a harvest was heard of
   * and that is still to come, is put right, so that a clock that was once wrong by a year does not silence a collection
   * for that year.
   */

  private static final Logger LOG = LoggerFactory.getLogger(HarvestScheduler.class);
  private static final int BATCH = 500;
  /** How soon to look again for a harvest that has to begin and cannot yet. */
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final String SILENT = """
      SELECT id FROM harvests WHERE state IN (%s)
        AND ((state IN ('running', 'stopping', 'stop_requested')
            AND coalesce(heard_at, stop_requested_at, requested_at) < CASE WHEN sequence IS NULL THEN ? ELSE ? END)
          OR (state = 'requested' AND parent_id IS NULL AND requested_at < ?)
          OR (state = 'paused' AND coalesce(heard_at, requested_at) < ?))
      LIMIT ?""".formatted(HarvestState.OPEN_STATES);
  private static final String AHEAD = "SELECT id FROM harvests WHERE state IN (" + HarvestState.OPEN_STATES
      + ") AND (heard_at > ? OR lost_at > ?) LIMIT ?";
  private static final String LONG_LOST = "SELECT id FROM harvests WHERE state IN (" + HarvestState.OPEN_STATES
      + ") AND state = 'lost' AND lost_at < ? LIMIT ?";

  private final Database database;
  private final Catalog catalog;
  private final HarvestRequester requester;
  private final SchedulerSettings settings;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final LongAdder failures = new LongAdder();
  private final Thread thread;
  private Instant putRightAt = Instant.MAX;

  HarvestScheduler(Database database, Catalog catalog, HarvestRequester requester, SchedulerSettings settings) {
    this.database = database;
    this.catalog = catalog;
    this.requester = requester;
    this.settings = settings;
    this.thread = Thread.ofVirtual().name("harvest-scheduler").unstarted(this::run);
  }

  public static HarvestScheduler start(Database database, Catalog catalog, HarvestRequester requester,
      SchedulerSettings settings) {
    HarvestScheduler scheduler = new HarvestScheduler(database, catalog, requester, settings);
    scheduler.thread.start();
    return scheduler;
  }

  /** How often looking has failed since the start; each time it was tried again. */
  public long failures() {
    return failures.sum();
  }

  private void run() {
    try {
      do {
        try {
          tick();
        } catch (RuntimeException e) {
          failures.increment();
          LOG.warn("the scheduler could not look for what is due and tries again: {}", e.getMessage(), e);
        }
      } while (!closing.await(settings.tick().toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      LOG.debug("the scheduler was stopped");
    }
  }

  /** Does all that is due now. */
  void tick() {
    Instant now = catalog.clock().instant();
    each("SELECT id FROM collections WHERE is_on AND ends_at <= ? ORDER BY ends_at LIMIT ?", this::end, now, BATCH);
    each("SELECT id FROM collections WHERE is_on AND next_run_at <= ? ORDER BY next_run_at LIMIT ?", this::begin, now,
        BATCH);
    putRight(now);
    each(SILENT, this::lose, now.minus(settings.foreignSilence()), now.minus(settings.silence()),
        now.minus(settings.unclaimed()), now.minus(settings.abandon()), BATCH);
    each(LONG_LOST, this::abandon, now.minus(settings.abandon()), BATCH);
  }

  private void each(String select, BiConsumer<Transaction, String> work, Object... parameters) {
    each(database.read(reading -> reading.list(select, row -> row.text("id"), parameters)), work);
  }

  /** Each in a transaction of its own, so that one that fails does not hold up the others. */
  private void each(List<String> ids, BiConsumer<Transaction, String> work) {
    for (String id : ids) {
      try {
        database.run(transaction -> work.accept(transaction, id));
      } catch (RuntimeException e) {
        failures.increment();
        LOG.warn("what is due for {} could not be done and is tried again: {}", id, e.getMessage(), e);
      }
    }
  }

  private void end(Transaction transaction, String id) {
    catalog.collections().lock(transaction, id).filter(c -> c.state().on())
        .filter(c -> c.plan().schedule().isOver(catalog.clock().instant()))
        .ifPresent(c -> requester.turnOff(transaction, Edit.by(Viewer.NODE, "The end date has come"), id,
            Running.STOPS));
  }

  private void begin(Transaction transaction, String id) {
    Instant now = catalog.clock().instant();
    catalog.collections().lock(transaction, id).filter(c -> c.state().on()).ifPresent(collection -> {
      Instant due = collection.state().nextRun();
      if (due == null || due.isAfter(now)) {
        return;
      }
      boolean repeats = requester.repeats(collection);
      if (!repeats && HarvestStore.open(transaction, id).isPresent()) {
        CollectionStore.plan(transaction, id, now.plus(SOON), collection.state().refusal());
        return;
      }
      Outcome outcome = requester.request(transaction, Viewer.NODE, id);
      String refusal = outcome instanceof Outcome.Refused(String reason) ? reason : null;
      Instant next = repeats ? collection.plan().schedule().next(due, now).orElse(null) : null;
      CollectionStore.plan(transaction, id, repeats || refusal == null ? next : now.plus(SOON), refusal);
    });
  }

  /** Once a minute, and as soon as the clock was put back. */
  private void putRight(Instant now) {
    if (!now.isBefore(putRightAt) && Duration.between(putRightAt, now).compareTo(SOON) < 0) {
      return;
    }
    putRightAt = now;
    List<String> astray = database.read(reading -> reading.list(
        "SELECT id FROM collections WHERE is_on AND next_run_at > ? ORDER BY next_run_at DESC LIMIT ?",
        row -> row.text("id"), now, BATCH).stream().filter(id -> isAstray(reading, id, now)).toList());
    each(astray, (transaction, id) -> catalog.collections().lock(transaction, id)
        .filter(held -> isAstray(transaction, id, now)).ifPresent(held -> CollectionStore.plan(transaction, id,
            held.plan().schedule().latest(now).orElse(null), held.state().refusal())));
    each(AHEAD, (transaction, id) -> held(transaction, id).ifPresent(harvest -> HarvestStore.update(transaction,
        harvest.with(harvest.times().notAfter(now)))), now, now, BATCH);
  }

  private boolean isAstray(Reading reading, String id, Instant now) {
    return catalog.collections().find(reading, Viewer.NODE, id).filter(requester::repeats).filter(collection -> {
      Instant due = collection.state().nextRun();
      return due != null && collection.plan().schedule().latest(now).filter(due::isAfter).isPresent();
    }).isPresent();
  }

  private void lose(Transaction transaction, String id) {
    held(transaction, id).filter(this::isSilent).ifPresent(harvest -> HarvestStore.update(transaction,
        harvest.with(HarvestState.LOST).with(harvest.times().lost(catalog.clock().instant()))));
  }

  /** The harvest as it is once its collection is held. */
  private Optional<Harvest> held(Transaction transaction, String id) {
    return HarvestStore.find(transaction, id)
        .flatMap(harvest -> catalog.collections().lock(transaction, harvest.collectionId()))
        .flatMap(collection -> HarvestStore.find(transaction, id));
  }

  private boolean isSilent(Harvest harvest) {
    Instant now = catalog.clock().instant();
    Harvest.Times times = harvest.times();
    Instant since = times.heard() != null
        ? times.heard()
        : times.stopRequested() != null ? times.stopRequested() : times.requested();
    Duration quiet = harvest.figures().sequence() == null ? settings.foreignSilence() : settings.silence();
    return switch (harvest.state()) {
      case REQUESTED -> harvest.parentId() == null && since.isBefore(now.minus(settings.unclaimed()));
      case RUNNING, STOPPING, STOP_REQUESTED -> since.isBefore(now.minus(quiet));
      case PAUSED -> since.isBefore(now.minus(settings.abandon()));
      case LOST, COMPLETED_SUCCESS, COMPLETED_FAILURE, VOIDED, SKIPPED -> false;
    };
  }

  private void abandon(Transaction transaction, String id) {
    held(transaction, id).filter(harvest -> harvest.state() == HarvestState.LOST).ifPresent(harvest -> {
      requester.voidHarvest(transaction, Edit.by(Viewer.NODE, "nothing was heard of it any more"), id);
      Collection collection = catalog.collections().get(transaction, Viewer.NODE, harvest.collectionId());
      if (collection.state().on() && harvest.parentId() == null && !requester.repeats(collection)) {
        CollectionStore.plan(transaction, collection.id(), catalog.clock().instant(), null);
      }
    });
  }

  @Override
  public void close() {
    closing.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
  }
}
