package io.nuthatch.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nuthatch.database.DatabaseException.Reason;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many rows at once: batches, loads, streams. */
interface BulkContract {

  String INSERT = "INSERT INTO things (name, amount) VALUES (?, ?)";

  Database database();

  private static Iterable<@Nullable Object[]> rows(int count) {
    return () -> IntStream.range(0, count).<@Nullable Object[]>mapToObj(i -> new @Nullable Object[]{"n" + i, i})
        .iterator();
  }

  private long count() {
    return database().read(r -> r.number("SELECT count(*) FROM things"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 499, 500, 501, 2_000, 2_001, 12_345})
  default void batch_writesEveryRowInOrder(int count) {
    assertThat(database().<Long>write(t -> t.batch(INSERT, rows(count)))).isEqualTo(count);
    assertThat(database().<List<Long>>read(r -> r.list("SELECT amount FROM things ORDER BY id",
        row -> row.integer("amount")))).isEqualTo(LongStream.range(0, count).boxed().toList());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 12_345})
  default void load_writesEveryRowInOrder(int count) {
    assertThat(database().<Long>write(t -> t.load("things", List.of("name", "amount"), rows(count)))).isEqualTo(count);
    assertThat(database().<List<Long>>read(r -> r.list("SELECT amount FROM things ORDER BY id",
        row -> row.integer("amount")))).isEqualTo(LongStream.range(0, count).boxed().toList());
  }

  @Test
  default void batchOfConflicts_countsWhatItWrote() {
    database().run(t -> t.batch(INSERT, rows(1_000)));
    assertThat(database().<Long>write(t -> t.batch(INSERT + " ON CONFLICT (name) DO NOTHING", rows(5_500))))
        .isEqualTo(4_500);
    String merge = INSERT + " ON CONFLICT (name) DO UPDATE SET amount = things.amount + excluded.amount";
    List<@Nullable Object[]> twice = List.of(new @Nullable Object[]{"x", 1}, new @Nullable Object[]{"x", 2},
        new @Nullable Object[]{"n0", 5});
    assertThat(database().<Long>write(t -> t.batch(merge, twice))).as("a key twice in one batch").isEqualTo(3);
    assertThat(database().<Long>read(r -> r.number("SELECT amount FROM things WHERE name = 'x'"))).isEqualTo(3);
    assertThat(count()).isEqualTo(5_501);
  }

  @Test
  default void batchOfAnyStatement_isTheStatementForEveryRow() {
    database().run(t -> t.batch(INSERT, rows(1_000)));
    assertThat(database().<Long>write(t -> t.batch("UPDATE things SET amount = ? WHERE name = ?",
        List.of(new @Nullable Object[]{-1, "n1"}, new @Nullable Object[]{-2, "z"}, new @Nullable Object[]{-3, "n3"}))))
        .isEqualTo(2);
    assertThat(database().<Long>write(
        t -> t.batch("DELETE FROM things WHERE amount = ?",
            List.of(new @Nullable Object[]{-1}, new @Nullable Object[]{-3}))))
        .isEqualTo(2);
    assertThat(database().<Long>write(t -> t.batch("INSERT INTO things (name, amount) VALUES (upper(?), ? + 1)",
        List.of(new @Nullable Object[]{"up (1", 1}, new @Nullable Object[]{"up', 2", null})))).isEqualTo(2);
    assertThat(database().<Long>read(r -> r.number("SELECT amount FROM things WHERE name = 'UP (1'"))).isEqualTo(2);
    assertThat(count()).isEqualTo(1_000);
  }

  @Test
  default void batchThatAsksItsTable_seesTheRowsBefore() {
    String numbered = "INSERT INTO things (name, amount) VALUES (?, (SELECT count(*) FROM things))";
    assertThat(database().<Long>write(t -> t.batch(numbered, () -> IntStream.range(0, 1_000)
        .<@Nullable Object[]>mapToObj(i -> new @Nullable Object[]{"n" + i}).iterator()))).isEqualTo(1_000);
    assertThat(database().<Long>read(r -> r.number("SELECT sum(amount) FROM things"))).isEqualTo(999 * 500);
  }

  @Test
  default void batchWithNullsAndMixedNumbers_isWrittenAsGiven() {
    List<@Nullable Object[]> rows = List.of(new @Nullable Object[]{"a", null}, new @Nullable Object[]{"b", 1},
        new @Nullable Object[]{"c", 2L}, new @Nullable Object[]{"d", (short) 3});
    assertThat(database().<Long>write(t -> t.batch(INSERT, rows))).isEqualTo(4);
    assertThat(database().<Long>read(r -> r.number("SELECT sum(amount) FROM things"))).isEqualTo(6);
    List<@Nullable Object[]> nulls = List.of(new @Nullable Object[]{"e", null}, new @Nullable Object[]{"f", null});
    assertThat(database().<Long>write(t -> t.batch(INSERT, nulls))).isEqualTo(2);
  }

  @Test
  default void failingRow_undoesTheWhole() {
    List<@Nullable Object[]> twice = List.of(new @Nullable Object[]{"a", 1}, new @Nullable Object[]{"a", 2});
    Failure.of(Reason.DUPLICATE, "things", () -> database().run(t -> t.batch(INSERT, twice)));
    Failure.of(Reason.DUPLICATE, "things",
        () -> database().run(t -> t.load("things", List.of("name", "amount"), twice)));
    List<@Nullable Object[]> ragged = List.of(new @Nullable Object[]{"a", 1}, new @Nullable Object[]{"b"});
    Failure.of(Reason.STATEMENT, "row 2 has 1", () -> database().run(t -> t.batch(INSERT, ragged)));
    Failure.of(Reason.STATEMENT, "row 2 has 1",
        () -> database().run(t -> t.load("things", List.of("name", "amount"), ragged)));
    assertThat(count()).isZero();
    assertThat(database().<Long>write(t -> t.batch(INSERT, rows(3)))).as("the next one works").isEqualTo(3);
  }

  @Test
  default void failingIterator_failsTheTransactionWithItsOwnFailure() {
    Iterable<@Nullable Object[]> failing = () -> new Iterator<>() {
      private int given;

      @Override
      public boolean hasNext() {
        return true;
      }

      @Override
      public @Nullable Object[] next() {
        if (given++ == 7_000) {
          throw new IllegalStateException("no more");
        }
        return new @Nullable Object[]{"n" + given, given};
      }
    };
    assertThat(catchThrowable(() -> database().run(t -> t.batch(INSERT, failing))))
        .isInstanceOf(IllegalStateException.class).hasMessage("no more");
    assertThat(catchThrowable(() -> database().run(t -> t.load("things", List.of("name", "amount"), failing))))
        .isInstanceOf(IllegalStateException.class).hasMessage("no more");
    assertThat(count()).isZero();
    assertThat(database().<Long>write(t -> t.batch(INSERT, rows(3)))).as("the next one works").isEqualTo(3);
  }

  @Test
  default void rowsThatAskTheirOwnTransaction_areRefused() {
    Failure.of(Reason.STATEMENT, "batch or load", () -> database().run(t -> t.batch(INSERT, asking(t))));
    Failure.of(Reason.STATEMENT, "batch or load",
        () -> database().run(t -> t.load("things", List.of("name", "amount"), asking(t))));
    Failure.of(Reason.STATEMENT, "batch or load", () -> database().run(t -> {
      Failure.of(Reason.STATEMENT, "batch or load", () -> t.batch(INSERT, asking(t)));
    }));
    assertThat(count()).isZero();
  }

  private static Iterable<@Nullable Object[]> asking(Transaction t) {
    return () -> IntStream.range(0, 3)
        .<@Nullable Object[]>mapToObj(i -> new @Nullable Object[]{"n", t.number("SELECT 1")}).iterator();
  }

  @Test
  default void loadIntoWhatIsNoName_isRefused() {
    List<@Nullable Object[]> row = List.<@Nullable Object[]>of(new @Nullable Object[]{"a"});
    Failure.of(Reason.STATEMENT, "no name", () -> database().run(t -> t.load("things; --", List.of("name"), row)));
    Failure.of(Reason.STATEMENT, "no name", () -> database().run(t -> t.load("things", List.of("na me"), row)));
    Failure.of(Reason.STATEMENT, "columns", () -> database().run(t -> t.load("things", List.of(), row)));
    Failure.of(Reason.STATEMENT, "nowhere", () -> database().run(t -> t.load("nowhere", List.of("name"), row)));
  }

  @Test
  @Tag("slow")
  default void aMillionRows_streamWithoutBeingKept() {
    int count = 1_000_000;
    String padding = "x".repeat(200);
    database().run(t -> t.load("things", List.of("name", "amount", "detail"), () -> IntStream.range(0, count)
        .<@Nullable Object[]>mapToObj(i -> new @Nullable Object[]{"n" + i, i, padding}).iterator()));
    long before = usedMemory();
    AtomicLong sum = new AtomicLong();
    AtomicLong grown = new AtomicLong();
    database().read(r -> {
      r.each("SELECT amount, detail FROM things", row -> {
        sum.addAndGet(row.integer("amount"));
        if (row.integer("amount") == count / 2) {
          grown.set(usedMemory() - before);
        }
      });
      return true;
    });
    assertThat(sum.get()).isEqualTo((long) count * (count - 1) / 2);
    assertThat(grown.get()).as("bytes held while streaming 200 MB").isLessThan(30_000_000);
  }

  private static long usedMemory() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
