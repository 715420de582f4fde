package io.nuthatch.harvest.catalog;

import io.nuthatch.database.Reading;
import io.nuthatch.database.Row;
import io.nuthatch.database.Transaction;
import io.nuthatch.harvest.catalog.Harvest.Figures;
import io.nuthatch.harvest.catalog.Harvest.Level;
import io.nuthatch.harvest.catalog.Harvest.Remark;
import io.nuthatch.harvest.catalog.Harvest.Stat;
import io.nuthatch.harvest.catalog.Harvest.Times;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Harvests, with their figures and what was said about them. Seen by whoever sees the collection. */
public final class HarvestStore {

  private static final String COLUMNS = """
      SELECT v.number, v.id, v.collection_id, v.parent_id, v.type, v.state, v.requested_by, v.change_id, v.requested_at,
        v.started_at, v.ended_at, v.heard_at, v.lost_at, v.stop_requested_at, v.stop_sent_at, v.warc_count,
        v.warc_bytes, v.service, v.host, v.instance, v.sequence
      FROM harvests v""";
  private static final String SELECT = COLUMNS
      + " JOIN collections c ON c.id = v.collection_id JOIN collection_sets s ON s.id = c.set_id";

  /** Which harvests to list; null means any. */
  public record Filter(@Nullable String collectionId, @Nullable String parentId, @Nullable HarvestState state,
      boolean openOnly) {

    public static final Filter ALL = new Filter(null, null, null, false);

    public static Filter ofCollection(String id) {
      return new Filter(id, null, null, false);
    }
  }

  HarvestStore() {
  }

  public Harvest get(Reading reading, Viewer viewer, String id) {
    Conditions visible = new Conditions().and("v.id = ?", id).visibleTo(viewer);
    return reading.first(SELECT + visible.where(), HarvestStore::harvest, visible.parameters())
        .orElseThrow(() -> CatalogException.notFound("harvest", id));
  }

  /** Newest first, those whose number is below the given one. */
  public List<Harvest> list(Reading reading, Viewer viewer, Filter filter, long before, int limit) {
    Conditions visible = new Conditions().and("v.number < ?", before)
        .ifGiven("v.collection_id = ?", filter.collectionId)
        .ifGiven("v.parent_id = ?", filter.parentId).ifGiven("v.state = ?", filter.state).visibleTo(viewer);
    if (filter.openOnly) {
      visible.and("v.state IN (" + HarvestState.OPEN_STATES + ")");
    }
    return reading.list(SELECT + visible.where() + " ORDER BY v.number DESC LIMIT ?", HarvestStore::harvest,
        visible.parameters(limit));
  }

  /** By day and item. */
  public List<Stat> stats(Reading reading, Viewer viewer, String id) {
    get(reading, viewer, id);
    return reading.list("SELECT day, item, amount FROM harvest_stats WHERE harvest_id = ? ORDER BY day, item",
        HarvestStore::stat, id);
  }

  /** All harvests of a collection together, by day and item; those of the web are not among them. */
  public List<Stat> statsOfCollection(Reading reading, Viewer viewer, String collectionId) {
    Conditions visible = new Conditions().and("v.collection_id = ?", collectionId).and("v.parent_id IS NULL")
        .visibleTo(viewer);
    return reading.list("SELECT t.day, t.item, sum(t.amount) AS amount FROM harvest_stats t"
        + " JOIN harvests v ON v.id = t.harvest_id JOIN collections c ON c.id = v.collection_id"
        + " JOIN collection_sets s ON s.id = c.set_id" + visible.where()
        + " GROUP BY t.day, t.item ORDER BY t.day, t.item", HarvestStore::stat, visible.parameters());
  }

  /** Infos, then warnings, then errors, as they were told. */
  public List<Remark> remarks(Reading reading, Viewer viewer, String id) {
    get(reading, viewer, id);
    return reading.list("SELECT level, code, message, seed_id FROM harvest_notes WHERE harvest_id = ?"
        + " ORDER BY CASE level WHEN 'info' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, place, digest",
        row -> new Remark(row.oneOf("level", Level.class), row.text("code"), row.text("message"),
            row.textOrNull("seed_id")),
        id);
  }

  /** The seeds it was asked for with, as they are now. */
  public List<Seed> seeds(Reading reading, Viewer viewer, String id) {
    Harvest harvest = get(reading, viewer, id);
    return reading.list("""
        SELECT e.id, e.collection_id, e.token, e.uid, e.is_active, e.created_at
        FROM seeds e JOIN seed_spans p ON p.seed_id = e.id
        WHERE e.collection_id = ? AND p.from_change <= ? AND (p.to_change IS NULL OR p.to_change > ?)
        ORDER BY e.token_key, e.uid_key, e.id""", SeedStore::seed, harvest.collectionId(), harvest.changeId(),
        harvest.changeId());
  }

  static Optional<Harvest> find(Reading reading, String id) {
    return reading.first(COLUMNS + " WHERE v.id = ?", HarvestStore::harvest, id);
  }

  /** The one harvest of a collection that is not over, those of the web aside. */
  static Optional<Harvest> open(Reading reading, String collectionId) {
    return reading.first(COLUMNS + " WHERE v.collection_id = ? AND v.parent_id IS NULL AND v.state IN ("
        + HarvestState.OPEN_STATES + ")", HarvestStore::harvest, collectionId);
  }

  static void insert(Transaction transaction, Harvest harvest) {
    transaction.update("""
        INSERT INTO harvests (id, collection_id, parent_id, type, state, requested_by, change_id, requested_at,
          warc_count, warc_bytes)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0)""", harvest.id(), harvest.collectionId(), harvest.parentId(),
        harvest.type(), harvest.state(), harvest.requestedBy(), harvest.changeId(), harvest.times().requested());
  }

  static void update(Transaction transaction, Harvest harvest) {
    Times times = harvest.times();
    Figures figures = harvest.figures();
    transaction.update("""
        UPDATE harvests SET state = ?, started_at = ?, ended_at = ?, heard_at = ?, lost_at = ?, stop_requested_at = ?,
          stop_sent_at = ?, warc_count = ?, warc_bytes = ?, service = ?, host = ?, instance = ?, sequence = ?
        WHERE id = ?""", harvest.state(), times.started(), times.ended(), times.heard(), times.lost(),
        times.stopRequested(), times.stopSent(), figures.warcs(), figures.bytes(), figures.service(), figures.host(),
        figures.instance(), figures.sequence(), harvest.id());
  }

  /** Adds a remark unless it was made before; whether it was added. */
  static boolean remark(Transaction transaction, String harvestId, Remark remark, int place) {
    return transaction.update("""
        INSERT INTO harvest_notes (harvest_id, digest, level, place, code, message, seed_id)
        VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING""", harvestId, digest(remark), remark.level(), place,
        remark.code(), remark.message(), remark.seedId()) > 0;
  }

  private static String digest(Remark remark) {
    try {
      String all = remark.level() + "\0" + remark.code() + "\0" + remark.seedId() + "\0" + remark.message();
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(all.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static Stat stat(Row row) {
    return new Stat(row.text("day"), row.text("item"), row.integer("amount"));
  }

  private static Harvest harvest(Row row) {
    Times times = new Times(row.instant("requested_at"), row.instantOrNull("started_at"),
        row.instantOrNull("ended_at"), row.instantOrNull("heard_at"), row.instantOrNull("lost_at"),
        row.instantOrNull("stop_requested_at"), row.instantOrNull("stop_sent_at"));
    Figures figures = new Figures(row.integer("warc_count"), row.integer("warc_bytes"), row.textOrNull("service"),
        row.textOrNull("host"), row.textOrNull("instance"), row.isNull("sequence") ? null : row.integer("sequence"));
    return new Harvest(row.integer("number"), row.text("id"), row.text("collection_id"), row.textOrNull("parent_id"),
        row.text("type"), row.oneOf("state", HarvestState.class), row.text("requested_by"), row.integer("change_id"),
        times, figures);
  }
}
