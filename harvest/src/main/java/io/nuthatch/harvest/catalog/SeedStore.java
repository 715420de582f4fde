package io.nuthatch.harvest.catalog;

import io.nuthatch.database.Reading;
import io.nuthatch.database.Row;
import io.nuthatch.database.Transaction;
import io.nuthatch.harvest.HarvestType;
import io.nuthatch.harvest.HarvestType.SeedCheck;
import io.nuthatch.harvest.catalog.Change.Kind;
import io.nuthatch.harvest.catalog.SeedLine.Outcome;
import io.nuthatch.harvest.catalog.SeedLine.Result;
import io.nuthatch.model.message.SeedReference;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The seeds of collections, as their type of harvest wants them. A token and a uid stand once in a collection, whatever
 * their case. Seeds of a stream are changed while the collection is off; others at any time, for the next harvest.
 */
public final class SeedStore {

  private static final String SELECT = "SELECT e.id, e.collection_id, e.token, e.uid, e.is_active, e.created_at"
      + " FROM seeds e JOIN collections c ON c.id = e.collection_id JOIN collection_sets s ON s.id = c.set_id";

  private final CollectionStore collections;
  private final HarvestTypes types;
  private final History history;
  private final InstantSource clock;

  SeedStore(CollectionStore collections, HarvestTypes types, History history, InstantSource clock) {
    this.collections = collections;
    this.types = types;
    this.history = history;
    this.clock = clock;
  }

  public Seed add(Transaction transaction, Edit edit, String collectionId, @Nullable String token,
      @Nullable String uid) {
    Result result = addAll(transaction, edit, collectionId, List.of(new SeedLine(1, token, uid))).getFirst();
    if (result.seed() == null) {
      throw result.outcome() == Outcome.DUPLICATE
          ? CatalogException.conflict(result.reason())
          : CatalogException.invalid(result.reason());
    }
    return result.seed();
  }

  /** Adds those that are right and new, and says of every line what became of it. */
  public List<Result> addAll(Transaction transaction, Edit edit, String collectionId, List<SeedLine> lines) {
    Collection collection = requireOpen(transaction, edit, collectionId);
    HarvestType type = types.require(collection.type()).type();
    Set<String> taken = new HashSet<>();
    transaction.each("SELECT token_key, uid_key FROM seeds WHERE collection_id = ?",
        row -> taken.addAll(keys(row.text("token_key"), row.text("uid_key"))), collectionId);
    List<Result> results = new ArrayList<>(lines.size());
    for (SeedLine line : lines) {
      SeedCheck checked = check(type, line.token(), line.uid());
      SeedReference proper = checked.seed();
      if (proper == null) {
        results.add(new Result(line, Outcome.REFUSED, null, String.valueOf(checked.problem())));
        continue;
      }
      Seed seed = new Seed(HexId.next(), collectionId, proper.tokenText(), proper.uid(), true, clock.instant());
      List<String> keys = keys(Words.key(seed.token()), Words.key(seed.uid()));
      if (keys.stream().anyMatch(taken::contains)) {
        results.add(new Result(line, Outcome.DUPLICATE, null,
            "there is a seed " + seed.shown() + " in the collection already"));
        continue;
      }
      taken.addAll(keys);
      insert(transaction, edit, seed);
      results.add(new Result(line, Outcome.ADDED, seed, ""));
    }
    return results;
  }

  /** A seed as its type of harvest wants it, or what is wrong with it. */
  public SeedCheck check(String type, @Nullable String token, @Nullable String uid) {
    return check(types.require(type).type(), token, uid);
  }

  public Seed change(Transaction transaction, Edit edit, String id, @Nullable String token, @Nullable String uid) {
    Seed before = get(transaction, edit.by(), id);
    Collection collection = requireOpen(transaction, edit, before.collectionId());
    SeedCheck checked = check(types.require(collection.type()).type(), token, uid);
    SeedReference proper = checked.seed();
    if (proper == null) {
      throw CatalogException.invalid(String.valueOf(checked.problem()));
    }
    Seed after = before.with(proper.tokenText(), proper.uid());
    if (transaction.number("SELECT count(*) FROM seeds WHERE collection_id = ? AND id <> ? AND"
        + " ((token_key <> '' AND token_key = ?) OR (uid_key <> '' AND uid_key = ?))", collection.id(), id,
        Words.key(after.token()), Words.key(after.uid())) > 0) {
      throw CatalogException.conflict("there is a seed " + after.shown() + " in the collection already");
    }
    return save(transaction, edit, before, after);
  }

  /** An inactive seed is kept but not harvested. */
  public Seed activate(Transaction transaction, Edit edit, String id, boolean active) {
    Seed before = get(transaction, edit.by(), id);
    requireOpen(transaction, edit, before.collectionId());
    return save(transaction, edit, before, before.with(active));
  }

  public Seed get(Reading reading, Viewer viewer, String id) {
    Conditions visible = new Conditions().and("e.id = ?", id).visibleTo(viewer);
    return reading.first(SELECT + visible.where(), SeedStore::seed, visible.parameters())
        .orElseThrow(() -> CatalogException.notFound("seed", id));
  }

  /** By token and uid; those that are active, those that are not, or all of them when {@code active} is null. */
  public List<Seed> list(Reading reading, Viewer viewer, String collectionId, @Nullable Boolean active, int limit,
      int offset) {
    Conditions visible = new Conditions().and("e.collection_id = ?", collectionId).visibleTo(viewer)
        .ifGiven("e.is_active = ?", active);
    return reading.list(SELECT + visible.where() + " ORDER BY e.token_key, e.uid_key, e.id LIMIT ? OFFSET ?",
        SeedStore::seed, visible.parameters(limit, offset));
  }

  public long count(Reading reading, Viewer viewer, String collectionId, @Nullable Boolean active) {
    Conditions visible = new Conditions().and("e.collection_id = ?", collectionId).visibleTo(viewer)
        .ifGiven("e.is_active = ?", active);
    return reading.number("SELECT count(*) FROM seeds e JOIN collections c ON c.id = e.collection_id"
        + " JOIN collection_sets s ON s.id = c.set_id" + visible.where(), visible.parameters());
  }

  /** What a harvest of the collection is to capture, oldest first. */
  static List<Seed> active(Reading reading, String collectionId) {
    return reading.list(SELECT + " WHERE e.collection_id = ? AND e.is_active ORDER BY e.created_at, e.id",
        SeedStore::seed, collectionId);
  }

  static Optional<Seed> find(Reading reading, String collectionId, String id) {
    return reading.first(SELECT + " WHERE e.id = ? AND e.collection_id = ?", SeedStore::seed, id, collectionId);
  }

  Seed save(Transaction transaction, Edit edit, Seed before, Seed after) {
    transaction.update("UPDATE seeds SET token = ?, uid = ?, token_key = ?, uid_key = ?, is_active = ? WHERE id = ?",
        after.token(), after.uid(), Words.key(after.token()), Words.key(after.uid()), after.active(), after.id());
    OptionalLong change = history.note(transaction, edit, subject(after), before.fields(), after.fields());
    if (before.active() && !after.active()) {
      transaction.update("UPDATE seed_spans SET to_change = ? WHERE seed_id = ? AND to_change IS NULL",
          change.orElseThrow(), after.id());
    } else if (!before.active() && after.active()) {
      begin(transaction, after.id(), change.orElseThrow());
    }
    return after;
  }

  private void insert(Transaction transaction, Edit edit, Seed seed) {
    transaction.update("""
        INSERT INTO seeds (id, collection_id, token, uid, token_key, uid_key, is_active, created_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)""", seed.id(), seed.collectionId(), seed.token(), seed.uid(),
        Words.key(seed.token()), Words.key(seed.uid()), true, seed.createdAt());
    begin(transaction, seed.id(),
        history.note(transaction, edit, subject(seed), Map.of(), seed.fields()).orElseThrow());
  }

  private static void begin(Transaction transaction, String seedId, long change) {
    transaction.update("INSERT INTO seed_spans (seed_id, from_change) VALUES (?, ?)", seedId, change);
  }

  private Collection requireOpen(Transaction transaction, Edit edit, String collectionId) {
    Collection collection = collections.requireEditable(transaction, edit.by(), collectionId);
    CollectionStore.requireActive(collection);
    if (types.isStream(collection.type())) {
      CollectionStore.requireOff(collection);
    }
    return collection;
  }

  private static SeedCheck check(HarvestType type, @Nullable String token, @Nullable String uid) {
    String word = Words.orNull(token);
    String lasting = Words.orNull(uid);
    if (type.seeds().most() == 0) {
      return new SeedCheck(null, "harvests of type " + type.name() + " have no seeds");
    }
    if (word == null && lasting == null) {
      return new SeedCheck(null, "a seed has a token or a uid");
    }
    return type.seeds().check().apply(new SeedReference(null, word == null ? null : Seed.token(word), lasting));
  }

  private static List<String> keys(String token, String uid) {
    List<String> keys = new ArrayList<>(2);
    if (!token.isEmpty()) {
      keys.add("token " + token);
    }
    if (!uid.isEmpty()) {
      keys.add("uid " + uid);
    }
    return keys;
  }

  private static History.Subject subject(Seed seed) {
    return new History.Subject(Kind.SEED, seed.id(), seed.collectionId());
  }

  static Seed seed(Row row) {
    return new Seed(row.text("id"), row.text("collection_id"), row.textOrNull("token"), row.textOrNull("uid"),
        row.flag("is_active"), row.instant("created_at"));
  }
}
