package io.nuthatch.harvest.engine;

import io.nuthatch.archive.Redaction;
import io.nuthatch.database.Database;
import io.nuthatch.database.Reading;
import io.nuthatch.database.Transaction;
import io.nuthatch.harvest.engine.Ended.Why;
import io.nuthatch.model.Json;
import io.nuthatch.model.message.HarvestStatus;
import io.nuthatch.model.message.Note;
import io.nuthatch.model.message.RoutingKeys;
import io.nuthatch.model.message.WarcTotals;
import io.nuthatch.queue.Message;
import io.nuthatch.queue.Outbox;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What one run has to show: items by day, notes, names found, WARCs; and the statuses that tell of it. Everything that
 * is said is written in the same transaction as the progress it goes with, and only while the run is this worker's.
 *
 * <p>Any number of threads may share it; their transactions follow one another.
 */
final class RunBook {

  /** More are counted, not told: a message is no place for a hundred thousand of them. */
  private static final int MOST_NOTES = 1000;
  private static final int LONGEST_NOTE = 2000;
  private static final long NO_WARC = -1;

  enum Level {
    INFO,
    WARNING,
    ERROR
  }

  private enum NameKind {
    TOKEN,
    UID
  }

  private record Entry(Level level, Note note) {
  }

  /** Said and not yet written. */
  private static final class Unwritten {
    private final Map<String, Long> items = new TreeMap<>();
    private final Set<Entry> notes = new LinkedHashSet<>();
    private final Map<NameKind, Map<String, String>> names = new TreeMap<>();
  }

  /** Where and by whom statuses are sent, and how often. */
  record Voice(Outbox outbox, Performer performer, Duration interval, InstantSource clock) {
  }

  private final Database database;
  private final Voice voice;
  private final RunStore.Claimed run;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Map<String, Long>> stats = new TreeMap<>();
  private final Set<Entry> notes = new LinkedHashSet<>();
  private final Map<NameKind, Map<String, String>> untold = new TreeMap<>();
  private volatile Set<String> secrets = Set.of();
  private Unwritten unwritten = new Unwritten();
  private long sequence;
  private WarcTotals warcs;
  private volatile Instant told = Instant.EPOCH;
  private volatile RunState phase = RunState.RUNNING;

  private RunBook(Database database, Voice voice, RunStore.Claimed run) {
    this.database = database;
    this.voice = voice;
    this.run = run;
    this.sequence = run.sequence();
    this.warcs = new WarcTotals(run.warcs(), run.warcBytes());
  }

  /** With what workers before this one have written. */
  static RunBook open(Database database, Voice voice, RunStore.Claimed run) {
    RunBook book = new RunBook(database, voice, run);
    database.read(reading -> {
      book.load(reading);
      return book;
    });
    return book;
  }

  private void load(Reading reading) {
    reading.each("SELECT day, item, items FROM run_stats WHERE run = ?",
        row -> add(row.text("day"), row.text("item"), row.integer("items")), id());
    reading.each("SELECT level, code, message, seed FROM run_notes WHERE run = ? ORDER BY number",
        row -> notes.add(new Entry(row.oneOf("level", Level.class),
            new Note(row.text("code"), row.text("message"), row.textOrNull("seed")))),
        id());
    reading.each("SELECT kind, seed, value FROM run_names WHERE run = ?",
        row -> names(untold, row.oneOf("kind", NameKind.class)).put(row.text("seed"), row.text("value")), id());
  }

  private String id() {
    return run.arrival().id();
  }

  private static Map<String, String> names(Map<NameKind, Map<String, String>> of, NameKind kind) {
    return of.computeIfAbsent(kind, _ -> new LinkedHashMap<>());
  }

  private void add(String day, String item, long items) {
    stats.computeIfAbsent(day, _ -> new TreeMap<>()).merge(item, items, Long::sum);
  }

  void count(String item, long items) {
    if (items > 0) {
      locked(() -> unwritten.items.merge(item, items, Long::sum));
    }
  }

  void info(String code, String message) {
    note(Level.INFO, new Note(code, message, null));
  }

  void warn(String code, String message, @Nullable String seed) {
    note(Level.WARNING, new Note(code, message, seed));
  }

  void error(String code, String message, @Nullable String seed) {
    note(Level.ERROR, new Note(code, message, seed));
  }

  /** Values that must not be said. */
  void conceal(Set<String> values) {
    locked(() -> secrets = Set.copyOf(values));
  }

  /** The text without what must not be said. */
  String scrubbed(String text) {
    String clean = text;
    for (String secret : secrets) {
      clean = secret.isEmpty() ? clean : clean.replace(secret, Redaction.MARKER);
    }
    return clean;
  }

  /** What a failure says of itself and where it was, without what must not be said. */
  String trace(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return scrubbed(text.toString());
  }

  /** The same said twice is said once. */
  private void note(Level level, Note note) {
    String text = scrubbed(note.message());
    Entry entry = new Entry(level, new Note(note.code(),
        text.length() > LONGEST_NOTE ? text.substring(0, LONGEST_NOTE) : text, note.seedId()));
    locked(() -> {
      if (!notes.contains(entry)) {
        unwritten.notes.add(entry);
      }
    });
  }

  void foundToken(String seed, String token) {
    locked(() -> names(unwritten.names, NameKind.TOKEN).put(seed, token));
  }

  void foundUid(String seed, String uid) {
    locked(() -> names(unwritten.names, NameKind.UID).put(seed, uid));
  }

  boolean hasErrors() {
    lock.lock();
    try {
      return notes.stream().anyMatch(entry -> entry.level == Level.ERROR)
          || unwritten.notes.stream().anyMatch(entry -> entry.level == Level.ERROR);
    } finally {
      lock.unlock();
    }
  }

  private void locked(Runnable work) {
    lock.lock();
    try {
      work.run();
    } finally {
      lock.unlock();
    }
  }

  /** What else goes into the transaction. */
  static final Consumer<Transaction> NOTHING = _ -> {
  };

  /** Something was captured: writes it down with all that was said, and a status when it is time for one. */
  boolean progress(Consumer<Transaction> work) {
    return write(phase, isDue(), NO_WARC, transaction -> {
      transaction.update("UPDATE runs SET fruitless = 0 WHERE id = ? AND fruitless > 0", id());
      work.accept(transaction);
    });
  }

  /** A file is finished. */
  boolean sealed(long bytes, Consumer<Transaction> work) {
    return write(phase, true, bytes, transaction -> {
      transaction.update("UPDATE runs SET warcs = warcs + 1, warc_bytes = warc_bytes + ? WHERE id = ?", bytes, id());
      work.accept(transaction);
    });
  }

  /** Sends a status now; those that follow say the same until another is told. */
  boolean tell(RunState state, Consumer<Transaction> work) {
    phase = state;
    return write(state, true, NO_WARC, work);
  }

  /** Sends a status when the last one is older than it may be. */
  void tellIfDue() {
    if (isDue()) {
      write(phase, true, NO_WARC, NOTHING);
    }
  }

  private boolean isDue() {
    return !voice.clock.instant().isBefore(told.plus(voice.interval));
  }

  /** True when somebody wants the harvest to end. */
  private boolean write(RunState state, boolean due, long warcBytes, Consumer<Transaction> work) {
    lock.lock();
    try {
      WarcTotals nextWarcs = warcBytes == NO_WARC
          ? warcs
          : new WarcTotals(warcs.count() + 1, warcs.bytes() + warcBytes);
      Instant now = voice.clock.instant();
      String day = LocalDate.ofInstant(now, ZoneOffset.UTC).toString();
      Unwritten saying = unwritten;
      boolean stop = database.write(transaction -> {
        guard(transaction, state, due, now);
        work.accept(transaction);
        store(transaction, saying, day);
        if (due) {
          voice.outbox.add(transaction, message(state, saying, nextWarcs, day, now));
          transaction.update("DELETE FROM run_names WHERE run = ?", id());
        }
        return transaction.number("SELECT count(*) FROM run_stops WHERE run = ?", id()) > 0;
      });
      saying.items.forEach((item, items) -> add(day, item, items));
      notes.addAll(saying.notes);
      saying.names.forEach((kind, found) -> names(untold, kind).putAll(found));
      unwritten = new Unwritten();
      warcs = nextWarcs;
      if (due) {
        untold.clear();
        sequence++;
        told = now;
      }
      return stop;
    } finally {
      lock.unlock();
    }
  }

  /** The run is still ours, or this is the end of it. */
  private void guard(Transaction transaction, RunState state, boolean due, Instant now) {
    int ours = due
        ? transaction.update("UPDATE runs SET state = ?, sequence = ?, ended_at = ? WHERE id = ? AND epoch = ?", state,
            sequence + 1, state.isFinal() ? now : null, id(), run.epoch())
        : transaction.update("UPDATE runs SET sequence = sequence WHERE id = ? AND epoch = ?", id(), run.epoch());
    if (ours == 0) {
      throw new Ended(Why.LOST);
    }
  }

  /** Throws when the run has gone to another worker. */
  void confirm() {
    if (database.read(reading -> reading.number("SELECT count(*) FROM runs WHERE id = ? AND epoch = ?", id(),
        run.epoch())) == 0) {
      throw new Ended(Why.LOST);
    }
  }

  /** Files that have been told of. */
  Set<String> toldWarcs() {
    return new HashSet<>(database.read(reading -> reading.list("SELECT path FROM run_warcs WHERE run = ?",
        row -> row.text("path"), id())));
  }

  private void store(Transaction transaction, Unwritten saying, String day) {
    saying.items.forEach((item, items) -> transaction.update("""
        INSERT INTO run_stats (run, day, item, items) VALUES (?, ?, ?, ?)
        ON CONFLICT (run, day, item) DO UPDATE SET items = run_stats.items + excluded.items""", id(), day, item,
        items));
    long number = notes.size();
    for (Entry entry : saying.notes) {
      transaction.update("INSERT INTO run_notes (run, number, level, code, message, seed) VALUES (?, ?, ?, ?, ?, ?)",
          id(), number++, entry.level, entry.note.code(), entry.note.message(), entry.note.seedId());
    }
    saying.names.forEach((kind, found) -> found.forEach((seed, value) -> transaction.update("""
        INSERT INTO run_names (run, kind, seed, value) VALUES (?, ?, ?, ?)
        ON CONFLICT (run, kind, seed) DO UPDATE SET value = excluded.value""", id(), kind, seed, value)));
  }

  private Message message(RunState state, Unwritten saying, WarcTotals totals, String day, Instant now) {
    Map<String, Map<String, Long>> items = new TreeMap<>();
    stats.forEach((date, counts) -> items.put(date, new TreeMap<>(counts)));
    saying.items.forEach((item, count) -> items.computeIfAbsent(day, _ -> new TreeMap<>()).merge(item, count,
        Long::sum));
    HarvestStatus status = new HarvestStatus(id(), state.word(), run.startedAt(), state.isFinal() ? now : null,
        told(Level.INFO, saying), told(Level.WARNING, saying), told(Level.ERROR, saying), items,
        found(NameKind.TOKEN, saying), found(NameKind.UID, saying), totals, voice.performer.service(),
        voice.performer.host(), voice.performer.instance(), sequence + 1);
    return Message.of(RoutingKeys.statusFor(run.arrival().startKey()), Json.write(status));
  }

  private Map<String, String> found(NameKind kind, Unwritten saying) {
    Map<String, String> all = new LinkedHashMap<>(untold.getOrDefault(kind, Map.of()));
    all.putAll(saying.names.getOrDefault(kind, Map.of()));
    return all;
  }

  private List<Note> told(Level level, Unwritten saying) {
    List<Note> all = new ArrayList<>();
    notes.stream().filter(entry -> entry.level == level).forEach(entry -> all.add(entry.note));
    saying.notes.stream().filter(entry -> entry.level == level).forEach(entry -> all.add(entry.note));
    if (all.size() <= MOST_NOTES) {
      return all;
    }
    List<Note> some = new ArrayList<>(all.subList(0, MOST_NOTES));
    some.add(new Note("more_notes", "and " + (all.size() - MOST_NOTES) + " more", null));
    return some;
  }
}
