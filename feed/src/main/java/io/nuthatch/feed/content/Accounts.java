package io.nuthatch.feed.content;

import io.nuthatch.database.Reading;
import io.nuthatch.database.Row;
import io.nuthatch.database.Transaction;
import io.nuthatch.model.AccountName;
import io.nuthatch.model.Author;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Who writes posts: a number for each account, the names it was last seen with, and the handles it had before. */
final class Accounts {

  /*
   * Remembering. Most posts of a page are by accounts seen a moment ago, under the same names; those cost nothing. What
   * is remembered is only put there after a commit.
   *
   * Names. The latest sighting decides. That an account was seen again under the names it has is written once a day, so
   * names of a sighting that comes more than a day late may pass for the latest ones.
   *
   * Order of locks. Rows are written in the order of their keys, so that two nodes never wait for each other.
   */
  private static final int REMEMBERED = 100_000;
  private static final Duration WRITTEN_AGAIN = Duration.ofDays(1);

  record Known(long no, @Nullable String handle, @Nullable String displayName, Instant namedAt) {

    static Known of(Row row) {
      return new Known(row.integer("no"), row.textOrNull("handle"), row.textOrNull("display_name"),
          row.instant("named_at"));
    }

    boolean outdated(Author seen, Instant at) {
      return at.isAfter(namedAt) && (renamed(seen.handle(), handle) || renamed(seen.displayName(), displayName)
          || at.isAfter(namedAt.plus(WRITTEN_AGAIN)));
    }

    /** Posts inside others often come without names; that is no news. */
    private static boolean renamed(@Nullable String now, @Nullable String before) {
      return now != null && !now.equals(before);
    }
  }

  private final GivenList lists;
  private final Names names;
  private final Map<AccountName, Known> remembered = Collections
      .synchronizedMap(new LinkedHashMap<>(1_024, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<AccountName, Known> eldest) {
          return size() > REMEMBERED;
        }
      });

  Accounts(GivenList lists, Names names) {
    this.lists = lists;
    this.names = names;
  }

  /** Names the database can hold. */
  static Author clean(Author author) {
    String id = Clean.text(author.account().id());
    AccountName account = id.equals(author.account().id())
        ? author.account()
        : new AccountName(author.account().platform(), id);
    return new Author(account, Clean.orNull(author.handle()), Clean.orNull(author.displayName()));
  }

  /** Those remembered; all others have to be looked for. */
  Map<AccountName, Known> recall(Collection<AccountName> wanted) {
    Map<AccountName, Known> known = new HashMap<>();
    for (AccountName name : wanted) {
      Known one = remembered.get(name);
      if (one != null) {
        known.put(name, one);
      }
    }
    return known;
  }

  /** Numbers of platforms by name; made when they are new, so not to be asked for within a transaction. */
  Map<String, Integer> platforms(Collection<AccountName> accounts) {
    Map<String, Integer> numbers = new HashMap<>();
    accounts.forEach(account -> numbers.computeIfAbsent(account.platform(),
        platform -> names.number(Names.Kind.PLATFORM, platform)));
    return numbers;
  }

  Map<AccountName, Known> find(Reading reading, Map<String, Integer> platforms, Collection<AccountName> wanted) {
    Map<AccountName, Known> found = new HashMap<>();
    platforms.forEach((platform, number) -> {
      List<String> ids = wanted.stream().filter(name -> name.platform().equals(platform)).map(AccountName::id).toList();
      if (!ids.isEmpty()) {
        reading.each(
            "SELECT no, native_id, handle, display_name, named_at FROM content_accounts WHERE platform = ? AND "
                + lists.amongTexts("native_id"),
            row -> found.put(new AccountName(platform, row.text("native_id")), Known.of(row)), number,
            GivenList.ofTexts(ids));
      }
    });
    return found;
  }

  /** Brings accounts up to date with how they were seen, and completes what is known of them. */
  void keep(Transaction transaction, Map<AccountName, Author> seen, Map<String, Integer> platforms, Instant at,
      Map<AccountName, Known> known) {
    Map<AccountName, Author> missing = new TreeMap<>(
        Comparator.comparing(AccountName::platform).thenComparing(AccountName::id));
    List<Author> present = new ArrayList<>();
    seen.forEach((name, author) -> {
      if (known.containsKey(name)) {
        present.add(author);
      } else {
        missing.put(name, author);
      }
    });
    if (!missing.isEmpty()) {
      List<@Nullable Object[]> rows = new ArrayList<>();
      missing.forEach((name, author) -> rows.add(new @Nullable Object[]{platforms.get(name.platform()), name.id(),
          author.handle(), author.displayName(), at}));
      transaction.batch("INSERT INTO content_accounts (platform, native_id, handle, display_name, named_at)"
          + " VALUES (?, ?, ?, ?, ?) ON CONFLICT (platform, native_id) DO NOTHING", rows);
      known.putAll(find(transaction, platforms, missing.keySet()));
    }
    rename(transaction, present, at, known);
    handles(transaction, seen, missing, at, known);
  }

  /** After the commit. */
  void remember(Map<AccountName, Known> known) {
    remembered.putAll(known);
  }

  private static void rename(Transaction transaction, List<Author> seen, Instant at, Map<AccountName, Known> known) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Author author : seen) {
      Known before = Objects.requireNonNull(known.get(author.account()));
      if (before.outdated(author, at)) {
        Known now = new Known(before.no, author.handle() == null ? before.handle : author.handle(),
            author.displayName() == null ? before.displayName : author.displayName(), at);
        known.put(author.account(), now);
        rows.add(new @Nullable Object[]{now.handle, now.displayName, at, now.no, at});
      }
    }
    rows.sort(Comparator.comparing(row -> (Long) Objects.requireNonNull(row[3])));
    if (!rows.isEmpty()) {
      transaction.batch("UPDATE content_accounts SET handle = ?, display_name = ?, named_at = ?"
          + " WHERE no = ? AND named_at < ?", rows);
    }
  }

  /** Of those just written, and of those seen late under another handle. */
  private static void handles(Transaction transaction, Map<AccountName, Author> seen,
      Map<AccountName, Author> missing, Instant at, Map<AccountName, Known> known) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    seen.forEach((name, author) -> {
      Known now = Objects.requireNonNull(known.get(name));
      if (author.handle() != null
          && (missing.containsKey(name) || now.namedAt.equals(at) || !author.handle().equals(now.handle))) {
        rows.add(new @Nullable Object[]{now.no, author.handle(), at, at});
      }
    });
    rows.sort(Comparator.comparing(row -> (Long) Objects.requireNonNull(row[0])));
    if (!rows.isEmpty()) {
      transaction.batch("""
          INSERT INTO content_handles (account, handle, first_at, last_at) VALUES (?, ?, ?, ?)
          ON CONFLICT (account, handle) DO UPDATE SET
            first_at = CASE WHEN excluded.first_at < content_handles.first_at THEN excluded.first_at
              ELSE content_handles.first_at END,
            last_at = CASE WHEN excluded.last_at > content_handles.last_at THEN excluded.last_at
              ELSE content_handles.last_at END""", rows);
    }
  }

  static List<Handle> handles(Reading reading, long account) {
    return reading.list("SELECT handle, first_at, last_at FROM content_handles WHERE account = ? ORDER BY first_at",
        row -> new Handle(row.text("handle"), row.instant("first_at"), row.instant("last_at")), account);
  }
}
