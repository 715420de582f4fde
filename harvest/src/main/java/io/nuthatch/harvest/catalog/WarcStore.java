package io.nuthatch.harvest.catalog;

import io.nuthatch.database.Reading;
import io.nuthatch.database.Row;
import io.nuthatch.database.Transaction;
import io.nuthatch.harvest.catalog.Warc.Content;
import io.nuthatch.harvest.catalog.Warc.Fixity;
import io.nuthatch.harvest.catalog.Warc.FixityResult;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The files that harvests have made. Seen by whoever sees the collection. */
public final class WarcStore {

  private static final String COLUMNS = "SELECT w.id, w.harvest_id, w.collection_id, w.type, w.path, w.sha1, w.bytes,"
      + " w.created_at, w.fixity, w.checked_at, w.fixity_detail";
  private static final String FROM = """
       FROM warcs w JOIN harvests v ON v.id = w.harvest_id JOIN collections c ON c.id = w.collection_id
      JOIN collection_sets s ON s.id = c.set_id""";

  /**
   * Which files to list; null, or no seeds, means any. Times are inclusive.
   *
   * @param seedIds files of harvests that were asked for with one of these seeds
   * @param harvested when the harvest began
   * @param web whether files of the web are among them
   */
  public record Filter(@Nullable String collectionId, @Nullable String harvestId, List<String> seedIds,
      Range harvested, Range created, boolean web) {

    public static final Filter ALL = new Filter(null, null, List.of(), Range.ALL, Range.ALL, true);

    public static Filter ofHarvest(String id) {
      return new Filter(null, id, List.of(), Range.ALL, Range.ALL, true);
    }
  }

  /** From one time to another, both included; null means without end. */
  public record Range(@Nullable Instant from, @Nullable Instant to) {

    public static final Range ALL = new Range(null, null);
  }

  WarcStore() {
  }

  public Warc get(Reading reading, Viewer viewer, String id) {
    Conditions visible = new Conditions().and("w.id = ?", id).visibleTo(viewer);
    return reading.first(COLUMNS + FROM + visible.where(), WarcStore::warc, visible.parameters())
        .orElseThrow(() -> CatalogException.notFound("WARC", id));
  }

  /** In the order in which they were made. */
  public List<Warc> list(Reading reading, Viewer viewer, Filter filter, int limit, int offset) {
    Conditions conditions = conditions(viewer, filter);
    return reading.list(COLUMNS + FROM + conditions.where() + " ORDER BY w.created_at, w.id LIMIT ? OFFSET ?",
        WarcStore::warc, conditions.parameters(limit, offset));
  }

  public long count(Reading reading, Viewer viewer, Filter filter) {
    Conditions conditions = conditions(viewer, filter);
    return reading.number("SELECT count(*)" + FROM + conditions.where(), conditions.parameters());
  }

  /** Those that have not been checked since a time, the longest unchecked first. */
  public List<Warc> uncheckedSince(Reading reading, Instant time, int limit) {
    return reading.list(COLUMNS + FROM + " WHERE c.deleted_at IS NULL AND coalesce(w.checked_at, 0) < ?"
        + " ORDER BY coalesce(w.checked_at, 0), w.created_at, w.id LIMIT ?", WarcStore::warc, time, limit);
  }

  /** How many files are in which state of their last check. */
  public Map<FixityResult, Long> byFixity(Reading reading, Viewer viewer) {
    Conditions visible = new Conditions().visibleTo(viewer);
    Map<FixityResult, Long> files = new EnumMap<>(FixityResult.class);
    reading.each("SELECT w.fixity, count(*) AS files" + FROM + visible.where() + " GROUP BY w.fixity",
        row -> files.put(row.oneOf("fixity", FixityResult.class), row.integer("files")), visible.parameters());
    return files;
  }

  /** Those whose last check found them missing or changed. */
  public List<Warc> bad(Reading reading, Viewer viewer, int limit) {
    Conditions conditions = new Conditions().visibleTo(viewer).and("w.fixity IN (?, ?)", FixityResult.MISSING,
        FixityResult.CHANGED);
    return reading.list(COLUMNS + FROM + conditions.where() + " ORDER BY w.checked_at, w.id LIMIT ?", WarcStore::warc,
        conditions.parameters(limit));
  }

  public void checked(Transaction transaction, String id, FixityResult result, Instant at, @Nullable String detail) {
    transaction.update("UPDATE warcs SET fixity = ?, checked_at = ?, fixity_detail = ? WHERE id = ?", result, at,
        detail,
        id);
  }

  /** After a takedown another file is in its place, which has to be checked anew. Its id stays. */
  public void rewritten(Transaction transaction, String pathBefore, String path, Content content) {
    transaction.update("UPDATE warcs SET path = ?, sha1 = ?, bytes = ?, fixity = ?, checked_at = NULL,"
        + " fixity_detail = NULL WHERE path = ?", path, content.sha1(), content.bytes(), FixityResult.UNCHECKED,
        pathBefore);
  }

  /** Keeps a file that was made; what is known already stays as it is. Whether it was new. */
  static boolean insert(Transaction transaction, Warc warc) {
    return transaction.update("""
        INSERT INTO warcs (id, harvest_id, collection_id, type, path, sha1, bytes, created_at, fixity)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING""", warc.id(), warc.harvestId(), warc.collectionId(),
        warc.type(), warc.path(), warc.content().sha1(), warc.content().bytes(), warc.createdAt(),
        warc.fixity().result()) > 0;
  }

  private static Conditions conditions(Viewer viewer, Filter filter) {
    Conditions conditions = new Conditions().visibleTo(viewer).ifGiven("w.collection_id = ?", filter.collectionId)
        .ifGiven("w.harvest_id = ?", filter.harvestId)
        .ifGiven("coalesce(v.started_at, v.requested_at) >= ?", filter.harvested.from)
        .ifGiven("coalesce(v.started_at, v.requested_at) <= ?", filter.harvested.to)
        .ifGiven("w.created_at >= ?", filter.created.from).ifGiven("w.created_at <= ?", filter.created.to);
    if (!filter.web) {
      conditions.and("v.parent_id IS NULL");
    }
    if (!filter.seedIds.isEmpty()) {
      conditions.and("EXISTS (SELECT 1 FROM seeds e JOIN seed_spans p ON p.seed_id = e.id"
          + " WHERE e.collection_id = v.collection_id AND p.from_change <= v.change_id"
          + " AND (p.to_change IS NULL OR p.to_change > v.change_id) AND e.id IN ("
          + "?, ".repeat(filter.seedIds.size() - 1) + "?))", filter.seedIds.toArray());
    }
    return conditions;
  }

  private static Warc warc(Row row) {
    return new Warc(row.text("id"), row.text("harvest_id"), row.text("collection_id"), row.text("type"),
        row.text("path"), new Content(row.text("sha1"), row.integer("bytes")), row.instant("created_at"),
        new Fixity(row.oneOf("fixity", FixityResult.class), row.instantOrNull("checked_at"),
            row.textOrNull("fixity_detail")));
  }
}
