package io.nuthatch.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nuthatch.database.DatabaseException.Reason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** All or nothing, alone or among many; reads that see one state and wait for nobody. */
interface TransactionsContract {

  int CALLERS = 200;

  Database database();

  private static void insert(Transaction t, String name) {
    t.update("INSERT INTO things (name) VALUES (?)", name);
  }

  private List<String> names() {
    return database().read(r -> r.list("SELECT name FROM things ORDER BY id", row -> row.text("name")));
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  default void functionThatThrows_leavesNothingAndItsFailureArrives() {
    RuntimeException failure = new IllegalStateException("changed my mind");
    assertThat(catchThrowable(() -> database().run(t -> {
      insert(t, "a");
      throw failure;
    }))).isSameAs(failure);
    AssertionError error = new AssertionError("worse");
    assertThat(catchThrowable(() -> database().run(t -> {
      insert(t, "a");
      throw error;
    }))).isSameAs(error);
    assertThat(names()).isEmpty();
  }

  @Test
  default void transaction_seesItsOwnWrites() {
    long seen = database().write(t -> {
      insert(t, "a");
      insert(t, "b");
      return t.number("SELECT count(*) FROM things");
    });
    assertThat(seen).isEqualTo(2);
  }

  @Test
  default void failedStatement_endsTheTransactionEvenWhenSwallowed() {
    database().run(t -> insert(t, "taken"));
    Failure.of(Reason.DUPLICATE, "things", () -> database().run(t -> {
      insert(t, "a");
      Failure.of(Reason.DUPLICATE, "things", () -> insert(t, "taken"));
      Failure.of(Reason.STATEMENT, "earlier statement", () -> insert(t, "b"));
    }));
    assertThat(names()).containsExactly("taken");
  }

  @Test
  default void refusedParameter_doesNotEndTheTransaction() {
    database().run(t -> {
      Failure.of(Reason.STATEMENT, "NUL", () -> insert(t, "\0"));
      insert(t, "a");
    });
    assertThat(names()).containsExactly("a");
  }

  @Test
  default void failingCallers_undoOnlyTheirOwn() throws Exception {
    database().run(t -> insert(t, "taken"));
    List<Callable<Boolean>> callers = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      int caller = i;
      callers.add(() -> database().write(t -> {
        insert(t, "first " + caller);
        if (caller % 7 == 0) {
          throw new IllegalStateException("caller " + caller);
        }
        insert(t, caller % 11 == 0 ? "taken" : "second " + caller);
        return true;
      }));
    }
    List<Future<Boolean>> outcomes = together(callers);
    List<String> expected = new ArrayList<>(List.of("taken"));
    for (int i = 0; i < CALLERS; i++) {
      if (i % 7 == 0) {
        assertThat(failure(outcomes.get(i))).isInstanceOf(IllegalStateException.class).hasMessage("caller " + i);
      } else if (i % 11 == 0) {
        assertThat(failure(outcomes.get(i))).isInstanceOfSatisfying(DatabaseException.class,
            e -> assertThat(e.reason()).isEqualTo(Reason.DUPLICATE));
      } else {
        assertThat(outcomes.get(i).get()).isTrue();
        expected.add("first " + i);
        expected.add("second " + i);
      }
    }
    assertThat(names()).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  default void manyThreads_addUp() throws Exception {
    database().run(t -> t.update("INSERT INTO things (name, amount) VALUES ('counter', 0)"));
    Callable<Boolean> caller = () -> {
      for (int i = 0; i < 10; i++) {
        database().run(t -> t.update("UPDATE things SET amount = amount + 1 WHERE name = 'counter'"));
        database().read(r -> r.number("SELECT amount FROM things"));
      }
      return true;
    };
    for (Future<Boolean> outcome : together(Collections.nCopies(CALLERS, caller))) {
      outcome.get();
    }
    assertThat(database().<Long>read(r -> r.number("SELECT amount FROM things"))).isEqualTo(CALLERS * 10L);
  }

  @Test
  default void writesOfOneThread_areInOrder() {
    List<String> expected = IntStream.range(0, 100).mapToObj(i -> "n" + i).toList();
    expected.forEach(name -> database().run(t -> insert(t, name)));
    assertThat(names()).isEqualTo(expected);
  }

  @Test
  default void read_doesNotWaitForAWriterAndSeesTheStateBefore() throws Exception {
    CountDownLatch written = new CountDownLatch(1);
    CountDownLatch proceed = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> writer = threads.submit(() -> database().run(t -> {
        insert(t, "a");
        written.countDown();
        await(proceed);
      }));
      await(written);
      assertThat(names()).isEmpty();
      proceed.countDown();
      writer.get();
    }
    assertThat(names()).containsExactly("a");
  }

  @Test
  default void read_seesOneState() {
    database().run(t -> insert(t, "a"));
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      database().read(r -> {
        assertThat(r.number("SELECT count(*) FROM things")).isEqualTo(1);
        Future<?> writer = threads.submit(() -> database().run(t -> insert(t, "b")));
        assertThat(failure(writer)).isNull();
        assertThat(r.number("SELECT count(*) FROM things")).isEqualTo(1);
        return true;
      });
    }
    assertThat(names()).containsExactly("a", "b");
  }

  @Test
  default void transactionOrRowKept_isRefused() {
    List<Row> rows = new ArrayList<>();
    Transaction kept = database().write(t -> {
      insert(t, "a");
      t.each("SELECT name FROM things", rows::add);
      return t;
    });
    Failure.of(Reason.STATEMENT, "is over", () -> insert(kept, "b"));
    Failure.of(Reason.STATEMENT, "is over", () -> kept.number("SELECT 1"));
    Failure.of(Reason.STATEMENT, "kept", () -> rows.getFirst().text("name"));
    assertThat(names()).containsExactly("a");
  }

  @Test
  default void transactionOnAnotherThread_isRefused() {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      database().run(t -> {
        Future<?> other = threads.submit(() -> insert(t, "b"));
        assertThat(failure(other)).isInstanceOf(DatabaseException.class).hasMessageContaining("thread");
      });
    }
  }

  @Test
  default void transactionInATransaction_isRefused() {
    Runnable[] nested = {() -> database().run(t -> insert(t, "x")), () -> database().read(r -> r.number("SELECT 1")),
        () -> database().migrate(List.of()), () -> database().close()};
    for (Runnable inner : nested) {
      Failure.of(Reason.STATEMENT, "must use that transaction", () -> database().run(t -> inner.run()));
      Failure.of(Reason.STATEMENT, "must use that transaction", () -> database().read(r -> {
        inner.run();
        return true;
      }));
    }
    database().run(t -> insert(t, "a"));
    assertThat(names()).containsExactly("a");
  }

  @Test
  default void closing_finishesWhatBeganAndRefusesTheRest() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch proceed = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Boolean> writer = threads.submit(() -> database().write(t -> {
        begun.countDown();
        await(proceed);
        insert(t, "a");
        return true;
      }));
      await(begun);
      Future<?> closing = threads.submit(() -> database().close());
      proceed.countDown();
      assertThat(writer.get()).isTrue();
      closing.get();
    }
    Failure.of(Reason.UNAVAILABLE, "closed", () -> database().run(t -> insert(t, "b")));
    Failure.of(Reason.UNAVAILABLE, "closed", () -> database().ping());
    database().close();
  }

  @Test
  default void ping_answers() {
    database().ping();
  }

  private static List<Future<Boolean>> together(List<? extends Callable<Boolean>> callers) throws InterruptedException {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      return threads.invokeAll(callers);
    }
  }

  private static @Nullable Throwable failure(Future<?> outcome) {
    try {
      outcome.get();
      return null;
    } catch (ExecutionException e) {
      return e.getCause();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
