package io.nuthatch.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.database.DatabaseException.Reason;
import io.nuthatch.database.Migrations.Step;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Tables come up to date once, in order, whole; what does not fit the program is refused. */
interface MigrationsContract {

  Step FIRST = new Step(1, "first", "CREATE TABLE birds (id ${identity}, name TEXT)");
  Step SECOND = new Step(2, "second", "ALTER TABLE birds ADD COLUMN song ${bytes};\nCREATE INDEX b ON birds (name)");

  Database database();

  private void migrate(Step... steps) {
    database().migrate(List.of(new Migrations("birds", List.of(steps))));
  }

  private long applied() {
    return database().read(r -> r.number("SELECT count(*) FROM schema_migrations WHERE module = 'birds'"));
  }

  @Test
  default void newSteps_areAppliedOnce() {
    migrate(FIRST);
    migrate(FIRST);
    database().run(t -> t.update("INSERT INTO birds (name) VALUES ('wren')"));
    String all = "SELECT * FROM birds";
    assertThat(database().<Optional<String>>read(r -> r.first(all, row -> row.text("name")))).contains("wren");
    migrate(FIRST, SECOND);
    migrate(FIRST, SECOND);
    assertThat(applied()).isEqualTo(2);
    assertThat(database().<Optional<Boolean>>read(r -> r.first(all, row -> row.isNull("song"))))
        .as("a statement prepared before sees the new column").contains(true);
  }

  @Test
  default void lineEnds_areNoChange() {
    migrate(FIRST, SECOND);
    migrate(FIRST, new Step(2, "second", SECOND.sql().replace("\n", "\r\n") + "\r\n"));
  }

  @Test
  default void changedStep_isRefused() {
    migrate(FIRST);
    Failure.of(Reason.DAMAGED, "birds 1",
        () -> migrate(new Step(1, "first", "CREATE TABLE birds (id BIGINT)"), SECOND));
    assertThat(applied()).isEqualTo(1);
  }

  @Test
  default void newerTables_areRefused() {
    migrate(FIRST, SECOND);
    Failure.of(Reason.DAMAGED, "newer program", () -> migrate(FIRST));
    Failure.of(Reason.DAMAGED, "newer program", () -> migrate());
  }

  @Test
  default void missingStep_isRefused() {
    migrate(FIRST, SECOND);
    database().run(t -> t.update("DELETE FROM schema_migrations WHERE module = 'birds' AND version = 1"));
    Failure.of(Reason.DAMAGED, "birds 1 is missing", () -> migrate(FIRST, SECOND));
    Failure.of(Reason.STATEMENT, "step 1 is missing", () -> migrate(SECOND));
  }

  @Test
  default void failingStep_leavesNothingOfAnyModule() {
    Step broken = new Step(2, "broken", "CREATE TABLE eggs (id BIGINT); CREATE TABEL nests (id BIGINT)");
    Failure.of(Reason.STATEMENT, "birds 2 (broken)", () -> database().migrate(List.of(
        new Migrations("trees", List.of(new Step(1, "trees", "CREATE TABLE trees (id BIGINT)"))),
        new Migrations("birds", List.of(FIRST, broken)))));
    assertThat(database().<Long>read(r -> r.number("SELECT count(*) FROM schema_migrations WHERE module <> 'example'")))
        .isZero();
    migrate(FIRST, SECOND);
    database().run(t -> t.update("CREATE TABLE trees (id BIGINT)"));
    database().run(t -> t.update("CREATE TABLE eggs (id BIGINT)"));
  }

  @Test
  default void manyAtOnce_doNoHarm() throws Exception {
    Callable<Boolean> start = () -> {
      migrate(FIRST, SECOND);
      return true;
    };
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Boolean> outcome : threads.invokeAll(Collections.nCopies(8, start))) {
        assertThat(outcome.get()).isTrue();
      }
    }
    assertThat(applied()).isEqualTo(2);
  }

  @Test
  default void mistakesOfTheAuthor_areNamed() {
    Failure.of(Reason.STATEMENT, "${serial}", () -> migrate(new Step(1, "x", "CREATE TABLE x (id ${serial})")));
    Failure.of(Reason.STATEMENT, "deferrable", () -> migrate(
        new Step(1, "x", "CREATE TABLE x (id BIGINT REFERENCES things (id) DEFERRABLE INITIALLY DEFERRED)")));
    Failure.of(Reason.STATEMENT, "twice", () -> database()
        .migrate(List.of(new Migrations("birds", List.of()), new Migrations("birds", List.of()))));
    Failure.of(Reason.STATEMENT, "/migrations/nobody/index.txt", () -> Migrations.of("nobody"));
    Failure.of(Reason.STATEMENT, "'first.sql'", () -> Migrations.of("misnamed"));
  }

  @Test
  default void files_areReadInOrder() {
    assertThat(Migrations.of("example").steps()).extracting(Step::name).containsExactly("things", "notes");
  }
}
