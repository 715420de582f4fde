package io.nuthatch.feed.content;

import io.nuthatch.database.Database;
import io.nuthatch.database.Reading;
import io.nuthatch.database.Row;
import io.nuthatch.feed.FeedException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Numbers for names that stand in many rows. A number is made when a name is first asked for, in a transaction of its own, and never
 * changes; so both ways may be remembered for ever.
 */
final class Names {

  enum Kind {
    PLATFORM,
    COLLECTION,
    SEED,
    WARC
  }

  /** More than these are forgotten and read again; only WARC files can be so many. */
  private static final int REMEMBERED = 200_000;

  private record Name(Kind kind, String name) {
    static Name of(Row row) {
      return new Name(row.oneOf("kind", Kind.class), row.text("name"));
    }
  }

  private final Database database;
  private final Map<Name, Integer> numbers = new ConcurrentHashMap<>();
  private final Map<Integer, Name> names = new ConcurrentHashMap<>();

  Names(Database database) {
    this.database = database;
  }

  int number(Kind kind, String name) {
    Name wanted = new Name(kind, Clean.text(name));
    Integer known = numbers.get(wanted);
    if (known == null) {
      known = find(wanted).orElseGet(() -> {
        database.run(transaction -> transaction.update(
            "INSERT INTO content_names (kind, name) VALUES (?, ?) ON CONFLICT (kind, name) DO NOTHING", wanted.kind,
            wanted.name));
        return find(wanted).orElseThrow();
      });
      remember(known, wanted);
    }
    return known;
  }

  /** The number of a name that may never have been given. */
  Optional<Integer> known(Kind kind, String name) {
    Name wanted = new Name(kind, Clean.text(name));
    Integer number = numbers.get(wanted);
    return number == null ? find(wanted) : Optional.of(number);
  }

  String name(Reading reading, int number) {
    Name known = names.get(number);
    if (known == null) {
      known = reading.first("SELECT kind, name FROM content_names WHERE no = ?", Name::of, number)
          .orElseThrow(() -> new FeedException(FeedException.Kind.BROKEN,
              "content_names has no number " + number + ", which other rows refer to; rebuild the content", null));
      remember(number, known);
    }
    return known.name;
  }

  private Optional<Integer> find(Name wanted) {
    return database.read(reading -> reading.first("SELECT no FROM content_names WHERE kind = ? AND name = ?",
        row -> (int) row.integer("no"), wanted.kind, wanted.name));
  }

  private void remember(int number, Name name) {
    if (names.size() >= REMEMBERED) {
      names.clear();
      numbers.clear();
    }
    names.put(number, name);
    numbers.put(name, number);
  }
}
