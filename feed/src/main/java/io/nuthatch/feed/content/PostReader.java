package io.nuthatch.feed.content;

import io.nuthatch.database.Database;
import io.nuthatch.database.Dialect;
import io.nuthatch.database.Reading;
import io.nuthatch.database.Row;
import io.nuthatch.database.Transaction;
import io.nuthatch.feed.content.PostRow.Mark;
import io.nuthatch.model.AccountName;
import io.nuthatch.model.Author;
import io.nuthatch.model.Post;
import io.nuthatch.model.PostName;
import io.nuthatch.model.Sighting.Evidence;
import io.nuthatch.model.Wording;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Reads posts. Lists are read as ids from an index first and filled in one batch; posts that are gone are dropped then,
 * and the page is filled up from what follows.
 */
final class PostReader {

  private static final String POST = "SELECT p.*, a.platform AS author_platform, a.native_id AS author_id, a.handle,"
      + " a.display_name FROM content_posts p JOIN content_accounts a ON a.no = p.author WHERE ";

  private record Filled(PostRow row, int authorPlatform, String authorId, @Nullable String handle,
      @Nullable String displayName) {
    static Filled of(Row row) {
      return new Filled(PostRow.read(row), (int) row.integer("author_platform"), row.text("author_id"),
          row.textOrNull("handle"), row.textOrNull("display_name"));
    }
  }

  /** The ids of a list, nearest to a place first; ids above or below it. */
  interface IdList {
    List<Long> next(Reading reading, boolean older, long from, int limit);
  }

  private final Database database;
  private final GivenList lists;
  private final Names names;

  PostReader(Database database, GivenList lists, Names names) {
    this.database = database;
    this.lists = lists;
    this.names = names;
  }

  List<StoredPost> page(Page page, IdList ids) {
    return page.empty() ? List.of() : database.read(reading -> page(reading, page, ids));
  }

  private List<StoredPost> page(Reading reading, Page page, IdList list) {
    List<StoredPost> posts = new ArrayList<>();
    long from = page.from();
    boolean more = true;
    while (more && posts.size() < page.size()) {
      int wanted = page.size() - posts.size();
      List<Long> ids = list.next(reading, page.older(), from, wanted);
      posts.addAll(hydrate(reading, ids));
      more = ids.size() == wanted;
      from = more ? ids.getLast() : from;
    }
    return page.older() ? posts : posts.reversed();
  }

  /** In the order of the ids; those unknown or gone are left out. */
  List<StoredPost> hydrate(Reading reading, Collection<Long> ids) {
    if (ids.isEmpty()) {
      return List.of();
    }
    Map<Long, Filled> found = new HashMap<>();
    reading.each(POST + lists.among("p.id") + " AND p.gone IS NULL", row -> {
      Filled filled = Filled.of(row);
      found.put(filled.row.id(), filled);
    }, lists.of(ids));
    return ids.stream().map(found::get).filter(Objects::nonNull).map(filled -> stored(reading, filled)).toList();
  }

  /** The ids of names of one platform. */
  Map<PostName, Long> ids(Reading reading, String platform, int number, Collection<String> nativeIds) {
    Map<PostName, Long> ids = new HashMap<>();
    reading.each(
        "SELECT id, native_id FROM content_posts WHERE platform = ? AND " + lists.amongTexts("native_id"),
        row -> ids.put(new PostName(platform, row.text("native_id")), row.integer("id")), number,
        GivenList.ofTexts(nativeIds));
    return ids;
  }

  /** The rows, gone or not, kept from others until the transaction ends. */
  Map<Long, PostRow> locked(Transaction transaction, Collection<Long> ids) {
    Map<Long, PostRow> rows = new HashMap<>();
    transaction.each("SELECT * FROM content_posts WHERE " + lists.among("id") + " ORDER BY id" + lists.locking(),
        row -> rows.put(row.integer("id"), PostRow.read(row)), lists.of(ids));
    return rows;
  }

  /** Those of the posts that are in the collection. */
  List<Long> members(Reading reading, int collection, Collection<Long> posts) {
    return posts.isEmpty()
        ? List.of()
        : reading.list(
            "SELECT DISTINCT post_id FROM content_members WHERE collection = ? AND " + lists.among("post_id"),
            row -> row.integer("post_id"), collection, lists.of(posts));
  }

  static IdList byAuthor(long author) {
    return (reading, older, from, limit) -> reading.list(
        "SELECT id FROM content_posts WHERE author = ? AND " + beyond("id", older) + " LIMIT ?",
        row -> row.integer("id"), author, from, limit);
  }

  static IdList inCollection(int collection) {
    return (reading, older, from, limit) -> reading.list(
        "SELECT post_id FROM content_members WHERE collection = ? AND post_id " + (older ? "<" : ">")
            + " ? GROUP BY post_id ORDER BY post_id " + (older ? "DESC" : "ASC") + " LIMIT ?",
        row -> row.integer("post_id"), collection, from, limit);
  }

  /** Of many authors: the nearest of each, merged. */
  IdList byAuthors(List<Long> authors) {
    if (database.dialect() == Dialect.POSTGRESQL) {
      return (reading, older, from, limit) -> reading.list("SELECT p.id FROM unnest(?::bigint[]) AS a(no)"
          + " CROSS JOIN LATERAL (SELECT id FROM content_posts WHERE author = a.no AND " + beyond("id", older)
          + " LIMIT ?) p ORDER BY p.id " + (older ? "DESC" : "ASC") + " LIMIT ?", row -> row.integer("id"),
          lists.of(authors), from, limit, limit);
    }
    return (reading, older, from, limit) -> merged(reading, authors, older, from, limit);
  }

  /** SQLite is asked author by author, and only for what can still be among the nearest. */
  private static List<Long> merged(Reading reading, List<Long> authors, boolean older, long from, int limit) {
    Comparator<Long> nearest = older ? Comparator.reverseOrder() : Comparator.naturalOrder();
    PriorityQueue<Long> farthestFirst = new PriorityQueue<>(nearest.reversed());
    String sql = "SELECT id FROM content_posts WHERE author = ? AND id " + (older ? ">" : "<") + " ? AND "
        + beyond("id", older) + " LIMIT ?";
    for (long author : authors) {
      Long farthest = farthestFirst.size() < limit ? null : farthestFirst.peek();
      long end = farthest != null ? farthest : older ? 0 : Long.MAX_VALUE;
      farthestFirst.addAll(reading.list(sql, row -> row.integer("id"), author, end, from, limit));
      while (farthestFirst.size() > limit) {
        farthestFirst.poll();
      }
    }
    return farthestFirst.stream().sorted(nearest).toList();
  }

  private static String beyond(String column, boolean older) {
    return older ? column + " < ? ORDER BY " + column + " DESC" : column + " > ? ORDER BY " + column + " ASC";
  }

  private StoredPost stored(Reading reading, Filled filled) {
    PostRow row = filled.row;
    Details details = Details.read(row.words().details());
    String authorPlatform = names.name(reading, filled.authorPlatform);
    PostRow.Identity identity = row.identity();
    Post post = new Post(new PostName(names.name(reading, identity.platform()), identity.nativeId()),
        new Author(new AccountName(authorPlatform, filled.authorId), filled.handle, filled.displayName),
        identity.createdAt() == null ? PostIds.time(row.id()) : identity.createdAt(),
        new Wording(row.words().text(), details.language(), details.tags()), details.relations(),
        details.attachments(), CounterBytes.decode(row.count() == null ? null : row.count().counters()));
    return new StoredPost(row.id(), post, details.data(),
        new StoredPost.History(capture(reading, row.captures().first()), capture(reading, row.captures().latest()),
            row.words().editedAt(), row.words().version(), row.standing().unavailableSince()));
  }

  private Capture capture(Reading reading, Mark mark) {
    return new Capture(mark.at(), mark.warc() == null || mark.offset() == null
        ? null
        : new Evidence(names.name(reading, mark.warc()), mark.offset()));
  }
}
