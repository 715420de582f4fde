package io.nuthatch.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.database.DatabaseException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every style of statement, and the answers to statements that are wrong. */
interface StatementsContract {

  Database database();

  private void things(String... names) {
    database().run(t -> {
      for (String name : names) {
        t.update("INSERT INTO things (name, amount) VALUES (?, ?)", name, (long) name.length());
      }
    });
  }

  private List<String> names() {
    return database().read(r -> r.list("SELECT name FROM things ORDER BY name", row -> row.text("name")));
  }

  @Test
  default void list_hasRowsInOrder() {
    things("bb", "a", "ccc");
    assertThat(database().<List<String>>read(r -> r.list(
        "SELECT name FROM things WHERE amount BETWEEN ? AND ? ORDER BY amount DESC LIMIT ? OFFSET ?",
        row -> row.text("name"), 1, 3, 2, 1))).containsExactly("bb", "a");
  }

  @Test
  default void first_isTheFirstRowIfThereIsOne() {
    things("a", "b");
    assertThat(database().<Optional<String>>read(
        r -> r.first("SELECT name FROM things ORDER BY name", row -> row.text("name")))).contains("a");
    assertThat(database().<Optional<String>>read(
        r -> r.first("SELECT name FROM things WHERE name = ?", row -> row.text("name"), "z"))).isEmpty();
  }

  @Test
  default void number_isCountSumOrComparison() {
    things("a", "bb", "ccc");
    assertThat(database().<Long>read(r -> r.number("SELECT count(*) FROM things"))).isEqualTo(3);
    assertThat(database().<Long>read(r -> r.number("SELECT sum(amount) FROM things"))).isEqualTo(6);
    assertThat(database().<Long>read(r -> r.number("SELECT count(*) > 2 FROM things"))).isEqualTo(1);
    Failure.of(Reason.STATEMENT, "null",
        () -> database().read(r -> r.number("SELECT sum(amount) FROM things WHERE name = ?", "z")));
    Failure.of(Reason.STATEMENT, "no row",
        () -> database().read(r -> r.number("SELECT amount FROM things WHERE name = ?", "z")));
  }

  @Test
  default void columns_areFoundWhateverTheirCase() {
    things("a");
    assertThat(database().<Optional<String>>read(
        r -> r.first("SELECT name AS \"display\" FROM things", row -> row.text("DISPLAY")))).contains("a");
  }

  @Test
  default void update_countsRows() {
    things("a", "bb", "cc");
    assertThat(database().<Integer>write(t -> t.update("UPDATE things SET marked = ? WHERE amount = ?", true, 2)))
        .isEqualTo(2);
    assertThat(database().<Integer>write(t -> t.update("DELETE FROM things WHERE name = ?", "z"))).isZero();
    assertThat(database().<Integer>write(t -> t.update("CREATE TABLE others (id BIGINT)"))).isZero();
  }

  @Test
  default void returning_givesWhatWasWritten() {
    List<Long> ids = database().write(t -> IntStream.range(0, 3)
        .mapToObj(i -> t.first("INSERT INTO things (name) VALUES (?) RETURNING id", row -> row.integer("id"), "n" + i))
        .map(Optional::orElseThrow).toList());
    assertThat(ids).isSorted().doesNotHaveDuplicates();
    assertThat(database().<List<String>>write(t -> t.list(
        "UPDATE things SET amount = 5 WHERE id >= ? RETURNING name", row -> row.text("name"), ids.get(1))))
        .containsExactlyInAnyOrder("n1", "n2");
    database().run(t -> t.update("DELETE FROM things"));
    long next = database().write(
        t -> t.first("INSERT INTO things (name) VALUES ('x') RETURNING id", row -> row.integer("id")).orElseThrow());
    assertThat(next).as("an id is never used twice").isGreaterThan(ids.getLast());
  }

  @Test
  default void conflict_isSkippedOrMerged() {
    things("a");
    String skip = "INSERT INTO things (name, amount) VALUES (?, ?) ON CONFLICT (name) DO NOTHING";
    String merge = "INSERT INTO things (name, amount) VALUES (?, ?) "
        + "ON CONFLICT (name) DO UPDATE SET amount = things.amount + excluded.amount";
    assertThat(database().<Integer>write(t -> t.update(skip, "a", 9))).isZero();
    assertThat(database().<Integer>write(t -> t.update(merge, "a", 9))).isEqualTo(1);
    assertThat(database().<Long>read(r -> r.number("SELECT amount FROM things"))).isEqualTo(10);
  }

  @Test
  default void statements_mayNest() {
    things("a", "b", "c");
    Map<String, List<String>> seen = new TreeMap<>();
    String sql = "SELECT name FROM things ORDER BY name";
    database().run(t -> t.each(sql, outer -> {
      String name = outer.text("name");
      List<String> inner = new ArrayList<>();
      t.each(sql, row -> inner.add(row.text("name")));
      t.update("UPDATE things SET marked = ? WHERE name = ?", true, name);
      seen.put(outer.text("name"), inner);
    }));
    List<String> all = List.of("a", "b", "c");
    assertThat(seen).isEqualTo(Map.of("a", all, "b", all, "c", all));
    assertThat(database().<Long>read(r -> r.number("SELECT count(*) FROM things WHERE marked"))).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"SELEKT 1", "SELECT nowhere FROM things", "SELECT 1 FROM nowhere", "SELECT ? + 1", ""})
  default void wrongStatement_isRefused(String sql) {
    Failure.of(Reason.STATEMENT, sql, () -> database().read(r -> r.list(sql, row -> 1)));
    Failure.of(Reason.STATEMENT, sql, () -> database().run(t -> t.update(sql)));
  }

  @Test
  default void parametersThatDoNotFit_areRefused() {
    String sql = "SELECT name FROM things WHERE name = ? AND amount = ?";
    Failure.of(Reason.STATEMENT, sql, () -> database().read(r -> r.list(sql, row -> 1, "a")));
    Failure.of(Reason.STATEMENT, sql, () -> database().read(r -> r.list(sql, row -> 1, "a", 1, 2)));
    Failure.of(Reason.STATEMENT, "SELECT 1", () -> database().read(r -> r.list("SELECT 1", row -> 1, "a")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"COMMIT", "rollback", " BEGIN", "SAVEPOINT x", "PRAGMA foreign_keys = OFF",
      "DELETE FROM things; DELETE FROM notes"})
  default void statementThatWouldBreakTheTransaction_isRefused(String sql) {
    Failure.of(Reason.STATEMENT, sql, () -> database().run(t -> t.update(sql)));
  }

  @Test
  default void semicolonsInTextAndComments_areNoEnd() {
    things("a;b");
    assertThat(database().<Long>read(r -> r.number("""
        SELECT count(*) FROM things -- one; two 'three
        WHERE /* ; ' */ name = 'a;b' AND name <> 'it''s;';
        """))).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"INSERT INTO things (name) VALUES ('a')", "DELETE FROM things", "DROP TABLE notes"})
  default void writeInARead_isRefused(String sql) {
    things("kept");
    Failure.of(Reason.STATEMENT, "", () -> database().read(r -> r.list(sql, row -> 1)));
    Failure.of(Reason.STATEMENT, "",
        () -> database().read(r -> r.list("DELETE FROM things RETURNING name", row -> row.text("name"))));
    assertThat(names()).containsExactly("kept");
  }

  @Test
  default void resultWhereNoneIsExpected_isRefused() {
    Failure.of(Reason.STATEMENT, "", () -> database().run(t -> t.update("SELECT name FROM things")));
    Failure.of(Reason.STATEMENT, "",
        () -> database().run(t -> t.list("INSERT INTO things (name) VALUES ('a')", row -> 1)));
    assertThat(names()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      INSERT INTO things (name) VALUES ('a')                                      | DUPLICATE
      INSERT INTO notes (id, thing_id, text) VALUES (1, 1001, 'x'), (1, 1001, 'y')| DUPLICATE
      INSERT INTO notes (id, thing_id, text) VALUES (1, 99, 'x')                  | CONSTRAINT
      INSERT INTO things (amount) VALUES (1)                                      | CONSTRAINT
      INSERT INTO notes (id, thing_id, text) SELECT 1, 1001, name FROM things WHERE amount = 1000 | CONSTRAINT
      """)
  default void brokenRule_isToldByItsReason(String sql, Reason reason) {
    database().run(t -> {
      t.update("INSERT INTO things (id, name) VALUES (1001, 'a')");
      t.update("INSERT INTO things (name, amount) VALUES (?, 1000)", "x".repeat(1_000));
    });
    Failure.of(reason, sql, () -> database().run(t -> t.update(sql)));
  }
}
