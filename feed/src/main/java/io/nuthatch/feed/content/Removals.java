package io.nuthatch.feed.content;

import io.nuthatch.database.Database;
import io.nuthatch.database.Reading;
import io.nuthatch.database.Row;
import io.nuthatch.database.Transaction;
import io.nuthatch.feed.content.ContentChange.Kind;
import io.nuthatch.model.PostName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Posts taken out: their content is erased, their name stays, so that a harvest that sees them again leaves them out. */
final class Removals {

  /** Finds a post's rows in the table of members, whose key begins with the collection. */
  static final String ANY_COLLECTION = "collection IN (SELECT no FROM content_names WHERE kind = 'collection')";

  private static final int FORGOTTEN_AT_ONCE = 5_000;
  private static final String REMOVAL = "SELECT r.post_id, r.removed_at, r.reason, p.platform, p.native_id"
      + " FROM content_removals r JOIN content_posts p ON p.id = r.post_id ";

  private record Noted(long id, int platform, String nativeId, Instant at, String reason) {
  }

  private final Database database;
  private final GivenList lists;
  private final PostReader reader;
  private final Names names;
  private final ChangeSink changes;

  Removals(Database database, GivenList lists, PostReader reader, Names names, ChangeSink changes) {
    this.database = database;
    this.lists = lists;
    this.reader = reader;
    this.names = names;
    this.changes = changes;
  }

  /** Those that were there; with a platform given, others are refused. */
  List<Long> remove(Collection<Long> posts, Instant at, String reason, @Nullable Integer platform) {
    return database.write(transaction -> {
      List<Long> ids = new ArrayList<>();
      Map<Long, PostRow> rows = reader.locked(transaction, posts);
      rows.values().stream().filter(row -> row.standing().gone() != PostRow.REMOVED).forEach(row -> {
        if (platform != null) {
          LocalPosts.local(row, platform);
        }
        ids.add(row.id());
      });
      if (ids.isEmpty()) {
        return ids;
      }
      ids.sort(null);
      eraseAround(transaction, ids);
      transaction.batch("""
          UPDATE content_posts SET text = '', details = NULL, counters = NULL, counted_at = NULL, edited_at = NULL,
            version = NULL, gone = ? WHERE id = ?""",
          ids.stream().map(id -> new @Nullable Object[]{PostRow.REMOVED, id}).toList());
      transaction.batch("INSERT INTO content_removals (post_id, removed_at, reason) VALUES (?, ?, ?)",
          ids.stream().map(id -> new @Nullable Object[]{id, at, Clean.text(reason)}).toList());
      changes.announce(transaction, List.of(new ContentChange(Kind.REMOVED, ids, null)));
      return ids;
    });
  }

  /** Those that had been removed. They come back when they are seen again. */
  List<Long> lift(Collection<Long> posts) {
    return database.write(transaction -> {
      List<Long> ids = transaction.list("DELETE FROM content_removals WHERE " + lists.among("post_id")
          + " RETURNING post_id", row -> row.integer("post_id"), lists.of(posts));
      transaction.batch("UPDATE content_posts SET gone = ? WHERE id = ?",
          ids.stream().sorted().map(id -> new @Nullable Object[]{PostRow.LIFTED, id}).toList());
      return ids;
    });
  }

  Optional<Removal> find(long id) {
    return database.read(reading -> reading.first(REMOVAL + "WHERE r.post_id = ?", Removals::noted, id)
        .map(noted -> removal(reading, noted)));
  }

  List<Removal> page(Page page) {
    if (page.empty()) {
      return List.of();
    }
    boolean older = page.older();
    List<Removal> found = database.read(reading -> reading.list(
        REMOVAL + "WHERE r.post_id " + (older ? "<" : ">") + " ? ORDER BY r.post_id " + (older ? "DESC" : "ASC")
            + " LIMIT ?",
        Removals::noted, page.from(), page.size()).stream().map(noted -> removal(reading, noted)).toList());
    return older ? found : found.reversed();
  }

  /** Deletes all that was harvested and not removed; what local people wrote stays. How many posts it was. */
  long forgetHarvested(int local) {
    long forgotten = 0;
    long from = 0;
    while (true) {
      long after = from;
      List<Long> ids = database.write(transaction -> {
        List<Long> some = transaction.list("""
            SELECT id FROM content_posts WHERE id > ? AND platform <> ? AND gone IS NULL ORDER BY id LIMIT ?""",
            row -> row.integer("id"), after, local, FORGOTTEN_AT_ONCE);
        if (!some.isEmpty()) {
          eraseAround(transaction, some);
          transaction.update("DELETE FROM content_posts WHERE " + lists.among("id"),
              lists.of(some));
        }
        return some;
      });
      if (ids.isEmpty()) {
        return forgotten;
      }
      forgotten += ids.size();
      from = ids.getLast();
    }
  }

  /** Reads every post, since a takedown is rarer than an index would cost. */
  void moveEvidence(int from, int to, Map<Long, EvidenceSpan> places) {
    for (String mark : List.of("seen", "first")) {
      boolean first = mark.equals("first");
      database.run(transaction -> {
        List<@Nullable Object[]> moves = transaction.list(
            "SELECT id FROM content_posts WHERE " + mark + "_warc = ? ORDER BY id", row -> {
              EvidenceSpan span = places.get(row.integer("id"));
              return new @Nullable Object[]{span == null ? null : to, span == null ? null : span.offset(first),
                  row.integer("id"), from};
            }, from);
        transaction.batch("UPDATE content_posts SET " + mark + "_warc = ?, " + mark + "_offset = ? WHERE id = ? AND "
            + mark + "_warc = ?", moves);
      });
    }
  }

  private void eraseAround(Transaction transaction, List<Long> ids) {
    String these = lists.among("post_id");
    transaction.update("DELETE FROM content_members WHERE " + ANY_COLLECTION + " AND " + these, lists.of(ids));
    transaction.update("DELETE FROM content_observations WHERE " + these, lists.of(ids));
    transaction.update("DELETE FROM content_versions WHERE " + these, lists.of(ids));
  }

  private static Noted noted(Row row) {
    return new Noted(row.integer("post_id"), (int) row.integer("platform"), row.text("native_id"),
        row.instant("removed_at"), row.text("reason"));
  }

  private Removal removal(Reading reading, Noted noted) {
    return new Removal(noted.id, new PostName(names.name(reading, noted.platform), noted.nativeId), noted.at,
        noted.reason);
  }
}
