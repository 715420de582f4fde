package io.nuthatch.feed.content;

import io.nuthatch.database.Database;
import io.nuthatch.database.Reading;
import io.nuthatch.database.Transaction;
import io.nuthatch.feed.content.ContentChange.Kind;
import io.nuthatch.feed.content.PostRow.Count;
import io.nuthatch.feed.content.PostRow.Mark;
import io.nuthatch.feed.content.PostRow.Outcome;
import io.nuthatch.feed.content.PostRow.PastWords;
import io.nuthatch.model.AccountName;
import io.nuthatch.model.Author;
import io.nuthatch.model.PostName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Puts posts into the store, a page at a time: new ones get their id, known ones what was seen of them since. */
final class PostWriter {

  /*
   * Ids. Which names are known is asked before the transaction, where it holds up nobody; so the answer may be old. New
   * posts are put in with the id their name and time give, and whatever is in the way is let be. If fewer rows went in
   * than posts were new, the names are asked for again: those found now were put in by this transaction or by another,
   * whose ids hold; the rest had their id taken by another post and try the next slot.
   *
   * Known posts. Their rows are locked, merged with what was seen (PostRow.seenAgain) and written back, so that what
   * leaves a row for the tables of observations and versions leaves it once.
   *
   * Order of locks. Accounts, then new posts, then known ones, then the narrow tables, each in the order of keys: two
   * nodes that keep the same page at the same time wait for each other, and never both.
   */
  private static final String INSERT = "INSERT INTO content_posts (" + String.join(", ", PostRow.FIRST_COLUMNS)
      + ") VALUES (" + "?, ".repeat(PostRow.FIRST_COLUMNS.size() - 1) + "?) ON CONFLICT DO NOTHING";
  private static final String REPLACE = replace();

  /** When and where posts were seen; the numbers are 0 where there is no collection or no seed. */
  record Scene(Mark mark, int collection, int seed, @Nullable String collectionName) {
  }

  private final Database database;
  private final PostReader reader;
  private final Accounts accounts;
  private final Names names;
  private final ChangeSink changes;

  PostWriter(Database database, PostReader reader, Accounts accounts, Names names, ChangeSink changes) {
    this.database = database;
    this.reader = reader;
    this.accounts = accounts;
    this.names = names;
    this.changes = changes;
  }

  /** The ids by name. Changes are told unless content is only being restored. */
  Map<PostName, Long> keep(Collection<SeenPost> seen, Scene scene, boolean restoring) {
    Map<AccountName, Author> authors = new LinkedHashMap<>();
    seen.forEach(post -> authors.merge(post.author().account(), post.author(),
        (one, other) -> one.handle() == null ? other : one));
    Map<String, Integer> platforms = accounts.platforms(authors.keySet());
    seen.forEach(post -> platforms.computeIfAbsent(post.name().platform(),
        platform -> names.number(Names.Kind.PLATFORM, platform)));
    Map<AccountName, Accounts.Known> known = accounts.recall(authors.keySet());
    Map<PostName, Long> ids = database.read(reading -> {
      Set<AccountName> unknown = new HashSet<>(authors.keySet());
      unknown.removeAll(known.keySet());
      known.putAll(accounts.find(reading, platforms, unknown));
      return find(reading, platforms, seen);
    });
    database.run(transaction -> {
      accounts.keep(transaction, authors, platforms, scene.mark.at(), known);
      new Turn(transaction, scene, platforms, known, ids).keep(seen, restoring);
    });
    accounts.remember(known);
    return ids;
  }

  private Map<PostName, Long> find(Reading reading, Map<String, Integer> platforms,
      Collection<SeenPost> posts) {
    Map<PostName, Long> ids = new HashMap<>();
    Map<String, List<String>> byPlatform = posts.stream().map(SeenPost::name)
        .collect(
            Collectors.groupingBy(PostName::platform, Collectors.mapping(PostName::nativeId, Collectors.toList())));
    byPlatform.forEach((platform, nativeIds) -> ids.putAll(
        reader.ids(reading, platform, Objects.requireNonNull(platforms.get(platform)), nativeIds)));
    return ids;
  }

  /** One page in one transaction. */
  private final class Turn {

    private final Transaction transaction;
    private final Scene scene;
    private final Map<String, Integer> platforms;
    private final Map<AccountName, Accounts.Known> authors;
    private final Map<PostName, Long> ids;
    private final Set<Long> created = new TreeSet<>();
    private final Set<Long> met = new TreeSet<>();
    private final Set<Long> edited = new TreeSet<>();

    Turn(Transaction transaction, Scene scene, Map<String, Integer> platforms,
        Map<AccountName, Accounts.Known> authors, Map<PostName, Long> ids) {
      this.transaction = transaction;
      this.scene = scene;
      this.platforms = platforms;
      this.authors = authors;
      this.ids = ids;
    }

    void keep(Collection<SeenPost> seen, boolean restoring) {
      if (restoring) {
        seen.forEach(this::giveRecordedId);
      }
      Set<PostName> known = Set.copyOf(ids.keySet());
      List<SeenPost> there = insert(seen.stream().filter(post -> !known.contains(post.name())).toList());
      seen.stream().filter(post -> known.contains(post.name())).forEach(there::add);
      merge(there, known);
      List<Long> joined = join();
      if (!restoring) {
        List<ContentChange> all = new ArrayList<>();
        tell(all, Kind.CREATED, created);
        tell(all, Kind.JOINED, joined);
        tell(all, Kind.EDITED, edited);
        if (!all.isEmpty()) {
          changes.announce(transaction, all);
        }
      }
    }

    private void tell(List<ContentChange> all, Kind kind, Collection<Long> posts) {
      if (!posts.isEmpty()) {
        all.add(new ContentChange(kind, List.copyOf(posts), scene.collectionName));
      }
    }

    /** Puts in posts that seem to be new. Those that may not have been: they are there, whoever put them in. */
    private List<SeenPost> insert(List<SeenPost> posts) {
      TreeMap<Long, SeenPost> left = new TreeMap<>();
      posts.forEach(post -> place(left, post.firstId(), post));
      List<SeenPost> there = new ArrayList<>();
      while (!left.isEmpty()) {
        List<@Nullable Object[]> rows = new ArrayList<>(left.size());
        left.forEach((id, post) -> rows.add(row(id, post).values(false)));
        if (transaction.batch(INSERT, rows) == rows.size()) {
          left.forEach((id, post) -> ids.put(post.name(), id));
          created.addAll(left.keySet());
          return there;
        }
        Map<PostName, Long> found = find(transaction, platforms, left.values());
        List<Map.Entry<Long, SeenPost>> tried = List.copyOf(left.entrySet());
        left.clear();
        tried.forEach(attempt -> {
          SeenPost post = attempt.getValue();
          if (found.containsKey(post.name())) {
            there.add(post);
          } else {
            place(left, PostIds.next(attempt.getKey()), post);
          }
        });
        ids.putAll(found);
      }
      return there;
    }

    private static void place(Map<Long, SeenPost> places, long first, SeenPost post) {
      long id = first;
      while (places.putIfAbsent(id, post) != null) {
        id = PostIds.next(id);
      }
    }

    private PostRow row(long id, SeenPost post) {
      return post.row(id, Objects.requireNonNull(platforms.get(post.name().platform())),
          Objects.requireNonNull(authors.get(post.author().account())).no(), scene.mark);
    }

    private void merge(List<SeenPost> posts, Set<PostName> known) {
      if (posts.isEmpty()) {
        return;
      }
      Map<Long, PostRow> rows = reader.locked(transaction, posts.stream().map(post -> ids.get(post.name())).toList());
      List<Outcome> outcomes = new ArrayList<>();
      List<SeenPost> forgotten = new ArrayList<>();
      for (SeenPost post : posts) {
        long id = Objects.requireNonNull(ids.get(post.name()));
        PostRow before = rows.get(id);
        if (before == null) {
          forgotten.add(post);
          continue;
        }
        Outcome outcome = before.seenAgain(row(id, post));
        outcomes.add(outcome);
        if (!known.contains(post.name()) && before.captures().first().equals(scene.mark)) {
          created.add(id);
        } else if (outcome.row().standing().gone() == 0) {
          met.add(id);
        }
        if (outcome.pastWords() != null) {
          edited.add(id);
        }
      }
      outcomes.sort(Comparator.comparingLong(outcome -> outcome.row().id()));
      write(transaction, outcomes);
      // Whoever forgets all that was harvested may have come in between.
      forgotten.forEach(post -> ids.remove(post.name()));
      merge(insert(forgotten), Set.of());
    }

    /** Puts all that are to be seen into the collection. Those that were known and not in it. */
    private List<Long> join() {
      if (scene.collection == 0) {
        return List.of();
      }
      List<Long> joined = new ArrayList<>(met);
      joined.removeAll(reader.members(transaction, scene.collection, met));
      // Where the seed is not known, a post that came by one is not put in again.
      Collection<Long> anew = scene.seed == 0 ? joined : met;
      List<@Nullable Object[]> rows = Stream.concat(created.stream(), anew.stream()).sorted()
          .map(id -> new @Nullable Object[]{scene.collection, id, scene.seed}).toList();
      batch(transaction, "INSERT INTO content_members (collection, post_id, seed) VALUES (?, ?, ?)"
          + " ON CONFLICT DO NOTHING", rows);
      return joined;
    }

    /** What the archive recorded wins over what was allocated since, if the id is free. */
    private void giveRecordedId(SeenPost post) {
      Long id = ids.get(post.name());
      if (id == null || id == post.firstId() || !reader.locked(transaction, List.of(post.firstId())).isEmpty()) {
        return;
      }
      transaction.update("UPDATE content_posts SET id = ? WHERE id = ?", post.firstId(), id);
      transaction.update("UPDATE content_members SET post_id = ? WHERE post_id = ? AND " + Removals.ANY_COLLECTION,
          post.firstId(), id);
      for (String table : List.of("content_observations", "content_versions", "content_removals")) {
        transaction.update("UPDATE " + table + " SET post_id = ? WHERE post_id = ?", post.firstId(), id);
      }
      ids.put(post.name(), post.firstId());
    }
  }

  /** Writes rows back, and what left them. */
  static void write(Transaction transaction, List<Outcome> outcomes) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    List<@Nullable Object[]> observations = new ArrayList<>();
    List<@Nullable Object[]> versions = new ArrayList<>();
    for (Outcome outcome : outcomes) {
      long id = outcome.row().id();
      Count count = outcome.pastCount();
      PastWords past = outcome.pastWords();
      if (outcome.changed()) {
        rows.add(outcome.row().values(true));
      }
      if (count != null) {
        observations.add(new @Nullable Object[]{id, count.at(), count.counters()});
      }
      if (past != null) {
        versions.add(new @Nullable Object[]{id, past.lastSeen(), past.words().text(), past.words().details()});
      }
    }
    batch(transaction, REPLACE, rows);
    batch(transaction, "INSERT INTO content_observations (post_id, at, counters) VALUES (?, ?, ?)"
        + " ON CONFLICT DO NOTHING", observations);
    batch(transaction, "INSERT INTO content_versions (post_id, seen_at, text, details) VALUES (?, ?, ?, ?)"
        + " ON CONFLICT DO NOTHING", versions);
  }

  private static void batch(Transaction transaction, String sql, List<@Nullable Object[]> rows) {
    if (!rows.isEmpty()) {
      transaction.batch(sql, rows);
    }
  }

  private static String replace() {
    List<String> columns = new ArrayList<>(PostRow.FIRST_COLUMNS);
    columns.addAll(PostRow.LATER_COLUMNS);
    return "INSERT INTO content_posts (" + String.join(", ", columns) + ") VALUES ("
        + "?, ".repeat(columns.size() - 1) + "?) ON CONFLICT (id) DO UPDATE SET " + columns.stream().skip(4)
            .map(column -> column + " = excluded." + column).collect(Collectors.joining(", "));
  }
}
