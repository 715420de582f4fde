package io.nuthatch.feed.content;

import io.nuthatch.database.Database;
import io.nuthatch.database.Migrations;
import io.nuthatch.feed.FeedException;
import io.nuthatch.feed.content.Names.Kind;
import io.nuthatch.feed.content.PostRow.Count;
import io.nuthatch.feed.content.PostRow.Mark;
import io.nuthatch.feed.content.PostRow.Outcome;
import io.nuthatch.feed.content.PostWriter.Scene;
import io.nuthatch.model.AccountName;
import io.nuthatch.model.Author;
import io.nuthatch.model.Counters;
import io.nuthatch.model.Post;
import io.nuthatch.model.PostName;
import io.nuthatch.model.PostSink;
import io.nuthatch.model.Sighting;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * All posts, harvested and local: who wrote them, what they say, how they are counted, which collections they are in
 * and where their evidence lies. When a call returns, what it did is durable. The same page kept again changes nothing;
 * pages may come in any order and from several nodes at once, since the time of the sighting decides, to the
 * millisecond as in the archive.
 *
 * <p>Lists are newest first and never show what was deleted or taken down.
 *
 * <p>What it does not do: hold the platform's own JSON, which is in the archive; search text; know who follows whom.
 */
public final class ContentStore implements PostSink {

  private final Database database;
  private final GivenList lists;
  private final Names names;
  private final Accounts accounts;
  private final PostReader reader;
  private final PostWriter writer;
  private final LocalPosts locals;
  private final Removals removals;
  private final InstantSource clock;
  private final int local;

  private ContentStore(Database database, ChangeSink changes, InstantSource clock) {
    this.database = database;
    this.clock = clock;
    this.lists = new GivenList(database.dialect());
    this.names = new Names(database);
    this.accounts = new Accounts(lists, names);
    this.reader = new PostReader(database, lists, names);
    this.writer = new PostWriter(database, reader, accounts, names, changes);
    this.locals = new LocalPosts(database, reader, writer, changes, clock);
    this.removals = new Removals(database, lists, reader, names, changes);
    this.local = names.number(Kind.PLATFORM, LocalPost.PLATFORM);
  }

  /** Makes the tables if need be. */
  public static ContentStore open(Database database, ChangeSink changes, InstantSource clock) {
    database.migrate(List.of(Migrations.of("feed")));
    return new ContentStore(database, changes, clock);
  }

  /**
   * As promised by the sink. A sighting whose collection is empty puts the posts into none: posts that others held
   * within, or that were only looked up.
   */
  @Override
  public List<Long> keep(List<Post> posts, Sighting sighting) {
    return keep(posts, Collections.nCopies(posts.size(), 0L), sighting, false);
  }

  /**
   * Keeps posts under the ids the archive recorded, 0 where it recorded none, without telling anybody downstream. Their
   * ids as they are now: another than the recorded one only if that belongs to another post.
   */
  public List<Long> restore(List<Post> posts, List<Long> ids, Sighting sighting) {
    if (ids.size() != posts.size() || ids.stream().anyMatch(id -> id < 0)) {
      throw FeedException.caller("to restore " + posts.size() + " posts takes as many ids, positive or 0, not " + ids);
    }
    return keep(posts, ids, sighting, true);
  }

  private List<Long> keep(List<Post> posts, List<Long> recorded, Sighting sighting, boolean restoring) {
    if (posts.isEmpty()) {
      return List.of();
    }
    SequencedMap<PostName, SeenPost> seen = new LinkedHashMap<>();
    List<PostName> order = new ArrayList<>(posts.size());
    for (int i = 0; i < posts.size(); i++) {
      SeenPost post = SeenPost.of(posts.get(i), recorded.get(i), null);
      if (post.name().platform().equals(LocalPost.PLATFORM)) {
        throw FeedException.caller(post.name() + " is a local post; those are created, not harvested");
      }
      order.add(post.name());
      seen.putIfAbsent(post.name(), post);
    }
    Map<PostName, Long> ids = writer.keep(seen.values(), scene(sighting), restoring);
    return order.stream().map(name -> Objects.requireNonNull(ids.get(name))).toList();
  }

  private Scene scene(Sighting sighting) {
    Mark mark = new Mark(sighting.at().truncatedTo(ChronoUnit.MILLIS),
        names.number(Kind.WARC, sighting.evidence().warc()), sighting.evidence().offset());
    if (sighting.collection().isEmpty()) {
      return new Scene(mark, 0, 0, null);
    }
    String seed = sighting.seed();
    return new Scene(mark, names.number(Kind.COLLECTION, sighting.collection()),
        seed == null ? 0 : names.number(Kind.SEED, seed), sighting.collection());
  }

  public Optional<StoredPost> find(long id) {
    return hydrate(List.of(id)).stream().findFirst();
  }

  public Optional<StoredPost> find(PostName name) {
    return ids(List.of(name)).values().stream().findFirst().flatMap(this::find);
  }

  /** The ids of names that are known, those of posts taken down among them. */
  public Map<PostName, Long> ids(Collection<PostName> wanted) {
    Map<PostName, Long> ids = new LinkedHashMap<>();
    Map<String, List<String>> byPlatform = new TreeMap<>();
    for (PostName name : wanted) {
      PostName clean = Clean.name(name);
      byPlatform.computeIfAbsent(clean.platform(), _ -> new ArrayList<>()).add(clean.nativeId());
    }
    byPlatform.forEach((platform, nativeIds) -> names.known(Kind.PLATFORM, platform).ifPresent(
        number -> ids.putAll(database.read(reading -> reader.ids(reading, platform, number, nativeIds)))));
    return ids;
  }

  /** In the order of the ids; those unknown, deleted or taken down are left out. */
  public List<StoredPost> hydrate(Collection<Long> ids) {
    return ids.isEmpty() ? List.of() : database.read(reading -> reader.hydrate(reading, ids));
  }

  public List<StoredPost> byAuthor(AccountName author, Page page) {
    return byAuthors(List.of(author), page);
  }

  public List<StoredPost> byAuthors(Collection<AccountName> authors, Page page) {
    List<Long> numbers = known(authors).values().stream().map(Accounts.Known::no).toList();
    return switch (numbers.size()) {
      case 0 -> List.of();
      case 1 -> reader.page(page, PostReader.byAuthor(numbers.getFirst()));
      default -> reader.page(page, reader.byAuthors(numbers));
    };
  }

  public List<StoredPost> inCollection(String collection, Page page) {
    return names.known(Kind.COLLECTION, collection)
        .map(number -> reader.page(page, PostReader.inCollection(number))).orElse(List.of());
  }

  /** How many posts are in a collection. Reads all of its members, as the other counts do. */
  public long count(String collection) {
    return names.known(Kind.COLLECTION, collection).map(number -> database.read(reading -> reading
        .number("SELECT count(DISTINCT post_id) FROM content_members WHERE collection = ?", number))).orElse(0L);
  }

  /** By the day of creation, in UTC; days without posts are left out. */
  public SequencedMap<LocalDate, Long> countByDay(String collection) {
    SequencedMap<LocalDate, Long> days = new LinkedHashMap<>();
    names.known(Kind.COLLECTION, collection).ifPresent(number -> database.read(reading -> {
      reading.each("SELECT " + PostIds.DAY.formatted("post_id")
          + " AS day, count(DISTINCT post_id) AS posts FROM content_members WHERE collection = ? GROUP BY 1 ORDER BY 1",
          row -> days.put(LocalDate.ofEpochDay(row.integer("day")), row.integer("posts")), number);
      return true;
    }));
    return days;
  }

  /** By seed; a post that came by two counts for both. Those that came by none are under the empty name. */
  public Map<String, Long> countBySeed(String collection) {
    Map<String, Long> seeds = new TreeMap<>();
    names.known(Kind.COLLECTION, collection).ifPresent(number -> database.read(reading -> {
      reading.each("""
          SELECT n.name, c.posts FROM (SELECT seed, count(*) AS posts FROM content_members WHERE collection = ?
            GROUP BY seed) c LEFT JOIN content_names n ON n.no = c.seed""",
          row -> seeds.put(Objects.requireNonNullElse(row.textOrNull("name"), ""), row.integer("posts")), number);
      return true;
    }));
    return seeds;
  }

  /** The collections a post is in, and the seeds it came by. */
  public List<Membership> memberships(long id) {
    return database.read(reading -> reading.list("SELECT c.name AS collection_name, s.name AS seed_name"
        + " FROM content_members m JOIN content_names c ON c.no = m.collection"
        + " LEFT JOIN content_names s ON s.no = m.seed WHERE m." + Removals.ANY_COLLECTION
        + " AND m.post_id = ? ORDER BY 1, 2",
        row -> new Membership(row.text("collection_name"), row.textOrNull("seed_name")), id));
  }

  /** Notes what counters were at a time, without saying that the post itself was seen. Unknown posts are passed over. */
  public void observe(Instant time, Map<Long, Counters> counted) {
    Instant at = time.truncatedTo(ChronoUnit.MILLIS);
    Map<Long, byte[]> encoded = new TreeMap<>();
    counted.forEach((id, counters) -> {
      byte[] bytes = CounterBytes.encode(counters);
      if (bytes != null) {
        encoded.put(id, bytes);
      }
    });
    if (!encoded.isEmpty()) {
      database.run(transaction -> {
        Map<Long, PostRow> rows = reader.locked(transaction, encoded.keySet());
        List<Outcome> outcomes = new ArrayList<>();
        encoded.forEach((id, bytes) -> {
          PostRow row = rows.get(id);
          if (row != null) {
            outcomes.add(row.counted(new Count(at, bytes)));
          }
        });
        PostWriter.write(transaction, outcomes);
      });
    }
  }

  /** Every observation of a post, oldest first. */
  public List<Observation> observations(long id) {
    return database.read(reading -> reading.list("""
        SELECT at, counters FROM content_observations WHERE post_id = ?
        UNION ALL SELECT coalesce(counted_at, seen_at), counters FROM content_posts
          WHERE id = ? AND counters IS NOT NULL
        ORDER BY 1""", row -> new Observation(row.instant("at"), CounterBytes.decode(row.bytes("counters"))), id, id));
  }

  /** What a post said before it was edited, oldest first. */
  public List<Version> versions(long id) {
    return database.read(reading -> reading.list(
        "SELECT seen_at, text, details FROM content_versions WHERE post_id = ? ORDER BY seen_at",
        row -> new Version(row.instant("seen_at"), row.text("text"), Details.read(row.textOrNull("details")).data()),
        id));
  }

  /** The platform does not give these any more. Ends when one is seen at a later time. */
  public void markUnavailable(Collection<Long> posts, Instant since) {
    if (!posts.isEmpty()) {
      database.run(transaction -> {
        var _ = reader.locked(transaction, posts);
        transaction.update("UPDATE content_posts SET unavailable_since = ? WHERE " + lists.among("id")
            + " AND unavailable_since IS NULL AND seen_at < ?", since, lists.of(posts), since);
      });
    }
  }

  /** The names an account was last seen with. */
  public Optional<Author> account(AccountName name) {
    return Optional.ofNullable(known(List.of(name)).get(name))
        .map(known -> new Author(name, known.handle(), known.displayName()));
  }

  /** The handles an account had, in the order they were first seen. */
  public List<Handle> handles(AccountName name) {
    return Optional.ofNullable(known(List.of(name)).get(name))
        .map(known -> database.<List<Handle>>read(reading -> Accounts.handles(reading, known.no()))).orElse(List.of());
  }

  private Map<AccountName, Accounts.Known> known(Collection<AccountName> wanted) {
    Map<String, Integer> platforms = new TreeMap<>();
    wanted.forEach(name -> names.known(Kind.PLATFORM, name.platform())
        .ifPresent(number -> platforms.put(name.platform(), number)));
    return database.read(reading -> accounts.find(reading, platforms, wanted));
  }

  /** Ids in the same order. */
  public List<Long> create(List<LocalPost> posts) {
    return posts.isEmpty() ? List.of() : locals.create(posts);
  }

  /** Changes a local post; false when there is none of this id. A harvested one is refused. */
  public boolean edit(long id, String message, @Nullable JsonNode data) {
    return locals.edit(id, message, data, local);
  }

  /** Deletes a local post; false when there is none of this id. A harvested one is refused. */
  public boolean delete(long id) {
    return !removals.remove(List.of(id), clock.instant(), "deleted", local).isEmpty();
  }

  /**
   * Erases the content of posts and keeps them out, whoever sees them again. Those that were there; what lies in the
   * archive is not touched.
   */
  public List<Long> remove(Collection<Long> posts, String reason) {
    return posts.isEmpty() ? List.of() : removals.remove(posts, clock.instant(), reason, null);
  }

  /** Lets posts come back when they are seen again. Those that had been removed. */
  public List<Long> lift(Collection<Long> posts) {
    return posts.isEmpty() ? List.of() : removals.lift(posts);
  }

  /**
   * A WARC was replaced by another, as after a takedown: evidence in it is now in the other.
   *
   * @param places by post, where it is in the other file; evidence of a post that is not there any more is forgotten
   */
  public void moveEvidence(String from, String to, Map<Long, EvidenceSpan> places) {
    names.known(Kind.WARC, from)
        .ifPresent(number -> removals.moveEvidence(number, names.number(Kind.WARC, to), places));
  }

  public Optional<Removal> removal(long id) {
    return removals.find(id);
  }

  /** What was removed, by the time the posts were created. */
  public List<Removal> removals(Page page) {
    return removals.page(page);
  }

  /** Deletes all that was harvested, to be made anew. Local posts and removals stay. How many posts it was. */
  public long forgetHarvested() {
    return removals.forgetHarvested(local);
  }
}
