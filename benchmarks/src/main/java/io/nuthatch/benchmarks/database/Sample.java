package io.nuthatch.benchmarks.database;

import java.util.Iterator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The rows all contestants write: the shape of a small post. The same number gives the same row. */
record Sample(long id, String author, long likes, long seenAt, String text) {

  static final String TABLE = """
      CREATE TABLE posts (
        id BIGINT PRIMARY KEY, author TEXT NOT NULL, likes BIGINT NOT NULL, seen_at BIGINT NOT NULL, text TEXT NOT NULL)""";
  static final String INSERT = "INSERT INTO posts (id, author, likes, seen_at, text) VALUES (?, ?, ?, ?, ?)";
  private static final String WORDS = "a nuthatch gathers seeds, caches thousands of them, and finds every one again ";

  static Sample of(long number) {
    return new Sample(number, "author-" + number % 1_000, number % 77, 1_700_000_000_000_000L + number * 1_000,
        WORDS + number);
  }

  /** Made while they are read, as in the product. */
  static Iterable<@Nullable Object[]> rows(int count) {
    return () -> iterator(count);
  }

  private static Iterator<@Nullable Object[]> iterator(int count) {
    return IntStream.range(0, count).<@Nullable Object[]>mapToObj(i -> Sample.of(i).row()).iterator();
  }

  @Nullable
  Object[] row() {
    return new @Nullable Object[]{id, author, likes, seenAt, text};
  }
}
