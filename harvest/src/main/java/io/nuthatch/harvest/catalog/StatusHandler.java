package io.nuthatch.harvest.catalog;

import io.nuthatch.database.Database;
import io.nuthatch.database.Transaction;
import io.nuthatch.harvest.catalog.Collection.State;
import io.nuthatch.harvest.catalog.Harvest.Figures;
import io.nuthatch.harvest.catalog.Harvest.Level;
import io.nuthatch.harvest.catalog.Harvest.Remark;
import io.nuthatch.harvest.catalog.Harvest.Times;
import io.nuthatch.model.Json;
import io.nuthatch.model.message.HarvestStatus;
import io.nuthatch.model.message.Note;
import io.nuthatch.model.message.WarcTotals;
import io.nuthatch.queue.Message;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes what harvesters tell of their harvests. A status may come twice, late, or in any order, and the outcome is the
 * same. One that is about a harvest nobody asked for is ignored; one that cannot be understood is refused for good.
 */
public final class StatusHandler {

  /*
   * Order. Figures and remarks only ever grow, so that the larger and the union are right whatever came first. States
   * follow StatusPolicy. What is told of seeds is told once, so that a late status is not dropped for being late:
   * SeedNews keeps for each seed the number of the status that last told of it.
   *
   * One at a time. The collection is held from the first look to the commit, so a status and whatever people do to the
   * collection at the same time follow each other.
   */

  private static final Logger LOG = LoggerFactory.getLogger(StatusHandler.class);
  private static final Set<HarvestState> TOLD = Set.of(HarvestState.RUNNING, HarvestState.STOPPING,
      HarvestState.PAUSED, HarvestState.COMPLETED_SUCCESS, HarvestState.COMPLETED_FAILURE);

  private final Database database;
  private final Catalog catalog;
  private final HarvestRequester requester;
  private final SeedNews seedNews;

  public StatusHandler(Database database, Catalog catalog, HarvestRequester requester) {
    this.database = database;
    this.catalog = catalog;
    this.requester = requester;
    this.seedNews = new SeedNews(catalog);
  }

  /** Whether the harvest is known here. */
  boolean take(Message message) {
    HarvestStatus status = Json.read(message.body(), HarvestStatus.class);
    return database.write(transaction -> apply(transaction, status));
  }

  boolean apply(Transaction transaction, HarvestStatus status) {
    HarvestState told = checked(status);
    Optional<Collection> held = HarvestStore.find(transaction, status.id())
        .flatMap(harvest -> catalog.collections().lock(transaction, harvest.collectionId()));
    Optional<Harvest> known = HarvestStore.find(transaction, status.id());
    if (held.isEmpty() || known.isEmpty()) {
      LOG.info("a status of harvest {}, which is not known here, is ignored", status.id());
      return false;
    }
    Harvest before = known.get();
    Harvest after = merged(before, told, status);
    HarvestStore.update(transaction, after);
    stats(transaction, status);
    List<Remark> fresh = remarks(transaction, status);
    if (before.parentId() == null) {
      seedNews.apply(transaction, after, status);
      seedNews.deactivate(transaction, after, held.get(), fresh);
    }
    follow(transaction, before, after, told, status);
    return true;
  }

  private static HarvestState checked(HarvestStatus status) {
    if (status.id() == null || status.id().isBlank()) {
      throw CatalogException.invalid("a status names its harvest by id");
    }
    Optional<HarvestState> told = HarvestState.of(String.valueOf(status.status())).filter(TOLD::contains);
    if (told.isEmpty()) {
      throw CatalogException.invalid("the status of harvest " + status.id() + " is running, stopping, paused, completed"
          + " success or completed failure, not " + status.status());
    }
    status.stats().forEach((day, items) -> {
      if (items == null || !isDay(day)
          || items.entrySet().stream().anyMatch(item -> item.getValue() == null || item.getValue() < 0)) {
        throw CatalogException.invalid("the stats of harvest " + status.id()
            + " count items by day, such as {\"2016-05-20\": {\"photos\": 12}}, not " + day + ": " + items);
      }
    });
    return told.get();
  }

  private static boolean isDay(String text) {
    try {
      return LocalDate.parse(text).toString().equals(text);
    } catch (DateTimeException e) {
      return false;
    }
  }

  private Harvest merged(Harvest before, HarvestState told, HarvestStatus status) {
    Figures figures = before.figures();
    boolean news = StatusPolicy.isNews(figures.sequence(), status.sequence());
    HarvestState state = StatusPolicy.next(before, told, status.sequence());
    WarcTotals warcs = status.warcs() == null ? new WarcTotals(0, 0) : status.warcs();
    Times times = before.times().started(earliest(before.times().started(), status.dateStarted()));
    if (news) {
      times = times.heard(catalog.clock().instant()).lost(null);
    }
    if (state.isCompleted() && (state != before.state() || times.ended() == null)) {
      times = times.ended(status.dateEnded() == null ? catalog.clock().instant() : status.dateEnded());
    }
    return before.with(state).with(times).with(new Figures(Math.max(figures.warcs(), warcs.count()),
        Math.max(figures.bytes(), warcs.bytes()), newer(news, status.service(), figures.service()),
        newer(news, status.host(), figures.host()), newer(news, status.instance(), figures.instance()),
        news && status.sequence() != null ? status.sequence() : figures.sequence()));
  }

  private static @Nullable String newer(boolean news, @Nullable String told, @Nullable String known) {
    return news && told != null ? told : known;
  }

  private static @Nullable Instant earliest(@Nullable Instant one, @Nullable Instant other) {
    return one == null || (other != null && other.isBefore(one)) ? other : one;
  }

  private static void stats(Transaction transaction, HarvestStatus status) {
    for (Map.Entry<String, Map<String, Long>> day : status.stats().entrySet()) {
      for (Map.Entry<String, Long> item : day.getValue().entrySet()) {
        transaction.update("""
            INSERT INTO harvest_stats (harvest_id, day, item, amount) VALUES (?, ?, ?, ?)
            ON CONFLICT (harvest_id, day, item) DO UPDATE SET amount =
              CASE WHEN excluded.amount > harvest_stats.amount THEN excluded.amount ELSE harvest_stats.amount END""",
            status.id(), day.getKey(), item.getKey(), item.getValue());
      }
    }
  }

  /** Those that were not made before. */
  private static List<Remark> remarks(Transaction transaction, HarvestStatus status) {
    List<Remark> fresh = new ArrayList<>();
    Map<Level, List<Note>> all = Map.of(Level.INFO, status.infos(), Level.WARNING, status.warnings(), Level.ERROR,
        status.errors());
    all.forEach((level, notes) -> {
      for (int place = 0; place < notes.size(); place++) {
        Note note = notes.get(place);
        if (note != null) {
          Remark remark = new Remark(level, String.valueOf(note.code()), String.valueOf(note.message()), note.seedId());
          if (HarvestStore.remark(transaction, status.id(), remark, place)) {
            fresh.add(remark);
          }
        }
      }
    });
    return fresh;
  }

  /** What has to be done because of the state a harvest is in. */
  private void follow(Transaction transaction, Harvest before, Harvest after, HarvestState told,
      HarvestStatus status) {
    boolean news = StatusPolicy.isNews(before.figures().sequence(), status.sequence());
    boolean stream = catalog.types().isStream(after.type());
    boolean goesOn = news && told == HarvestState.RUNNING;
    boolean shouldNot = after.state() == HarvestState.STOP_REQUESTED || after.state() == HarvestState.VOIDED
        || (after.state().isCompleted() && stream);
    if (goesOn && shouldNot && requester.isStopDueAgain(after)) {
      requester.sendStop(transaction, after);
    }
    if (before.state().isOpen() && after.state().isCompleted() && before.parentId() == null) {
      if (stream && after.state() == HarvestState.COMPLETED_FAILURE) {
        requester.sendStop(transaction, after);
      }
      turnOffIfDone(transaction, after);
    }
  }

  /**
   * A stream that ended is not started again by itself, and what is harvested once has been; unless somebody has turned
   * the collection on again meanwhile, and the next harvest waits for the end of this one.
   */
  private void turnOffIfDone(Transaction transaction, Harvest harvest) {
    Collection collection = catalog.collections().find(transaction, Viewer.NODE, harvest.collectionId()).orElseThrow();
    State state = collection.state();
    if (state.on() && state.nextRun() == null && !requester.repeats(collection)) {
      Edit edit = Edit.byHarvest(harvest.id(), "Turned off since its harvest ended: " + harvest.state().word());
      catalog.collections().save(transaction, edit, collection,
          collection.with(new State(false, state.active(), null, null)));
    }
  }
}
