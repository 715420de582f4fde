package io.nuthatch.database.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.nuthatch.database.Database;
import io.nuthatch.database.DatabaseContract;
import io.nuthatch.database.DatabaseException;
import io.nuthatch.database.DatabaseException.Reason;
import io.nuthatch.database.Failure;
import io.nuthatch.database.Transaction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteDatabaseTest extends DatabaseContract {

  private static final int WAITING = 4;

  @TempDir
  Path directory;

  private final CountDownLatch proceed = new CountDownLatch(1);

  @Override
  protected Database open() {
    return SqliteDatabase.open(directory, new SqliteSettings(2, WAITING, 16));
  }

  private static void insert(Transaction t, String name) {
    t.update("INSERT INTO things (name) VALUES (?)", name);
  }

  private List<String> names() {
    return database().read(r -> r.list("SELECT name FROM things ORDER BY id", row -> row.text("name")));
  }

  /** A caller that keeps the writer busy until told to proceed. */
  private Caller holdUp() {
    CountDownLatch begun = new CountDownLatch(1);
    Caller caller = new Caller(t -> {
      begun.countDown();
      awaitUninterruptibly(proceed);
      insert(t, "holder");
    });
    awaitUninterruptibly(begun);
    return caller;
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** One transaction on a thread of its own. */
  private final class Caller {
    private final CompletableFuture<Boolean> outcome = new CompletableFuture<>();
    private final AtomicBoolean interruptedAfter = new AtomicBoolean();
    private final Thread thread;

    Caller(Consumer<Transaction> work) {
      thread = Thread.ofVirtual().start(() -> {
        try {
          database().run(work);
          interruptedAfter.set(Thread.interrupted());
          outcome.complete(true);
        } catch (DatabaseException e) {
          interruptedAfter.set(Thread.interrupted());
          outcome.completeExceptionally(e);
        }
      });
    }

    Caller waits() {
      await().until(() -> thread.getState() == Thread.State.WAITING);
      return this;
    }

    void fails(Reason reason, String part) {
      Failure.of(reason, part, () -> {
        try {
          outcome.join();
        } catch (CompletionException e) {
          throw e.getCause() == null ? e : e.getCause();
        }
      });
    }
  }

  @Test
  void callersThatWait_areCommittedTogether() {
    Caller holder = holdUp();
    List<Caller> callers = new ArrayList<>();
    for (int i = 0; i < WAITING; i++) {
      String name = "n" + i;
      callers.add(new Caller(t -> insert(t, name)).waits());
    }
    SqliteActivity before = ((SqliteDatabase) database()).activity();
    proceed.countDown();
    holder.outcome.join();
    callers.forEach(caller -> caller.outcome.join());
    SqliteActivity after = ((SqliteDatabase) database()).activity();
    assertThat(names()).containsExactly("holder", "n0", "n1", "n2", "n3");
    assertThat(after.transactions() - before.transactions()).isEqualTo(WAITING + 1);
    assertThat(after.commits() - before.commits()).isEqualTo(2);
  }

  @Test
  void transactionLostForAll_failsThoseBeforeAndNotThoseAfter() {
    database().run(t -> insert(t, "taken"));
    Caller holder = holdUp();
    Caller first = new Caller(t -> insert(t, "first")).waits();
    Caller breaker = new Caller(t -> t.update("INSERT OR ROLLBACK INTO things (name) VALUES ('taken')")).waits();
    Caller last = new Caller(t -> insert(t, "last")).waits();
    proceed.countDown();
    holder.outcome.join();
    first.fails(Reason.DUPLICATE, "nothing was committed");
    breaker.fails(Reason.DUPLICATE, "OR ROLLBACK");
    assertThat(last.outcome.join()).isTrue();
    assertThat(names()).containsExactly("taken", "holder", "last");
  }

  @Test
  void transactionLostAndSwallowed_failsAllTheSame() {
    database().run(t -> insert(t, "taken"));
    String rollBack = "INSERT OR ROLLBACK INTO things (name) VALUES ('taken')";
    Failure.of(Reason.DUPLICATE, "", () -> database().run(t -> {
      insert(t, "mine");
      Failure.of(Reason.DUPLICATE, "", () -> t.update(rollBack));
    }));
    assertThat(names()).containsExactly("taken");
    database().run(t -> insert(t, "next"));
  }

  @Test
  void interruptedBeforeItBegan_leavesWithoutEffect() {
    Caller holder = holdUp();
    Caller waiting = new Caller(t -> insert(t, "waiting")).waits();
    waiting.thread.interrupt();
    waiting.fails(Reason.UNAVAILABLE, "nothing of the transaction happened");
    assertThat(waiting.interruptedAfter).isTrue();
    proceed.countDown();
    holder.outcome.join();
    assertThat(names()).containsExactly("holder");
  }

  @Test
  void interruptedAfterItBegan_learnsTheOutcome() {
    Caller holder = holdUp();
    holder.waits().thread.interrupt();
    await().until(() -> holder.thread.getState() == Thread.State.WAITING && !holder.thread.isInterrupted());
    proceed.countDown();
    assertThat(holder.outcome.join()).isTrue();
    assertThat(holder.interruptedAfter).isTrue();
    assertThat(names()).containsExactly("holder");
  }

  @Test
  void moreThanMayWait_areHeldBackAndStillServed() {
    Caller holder = holdUp();
    List<Caller> callers = new ArrayList<>();
    for (int i = 0; i < 3 * WAITING; i++) {
      String name = "n" + i;
      callers.add(new Caller(t -> insert(t, name)).waits());
    }
    Caller heldBack = callers.removeLast();
    heldBack.thread.interrupt();
    heldBack.fails(Reason.UNAVAILABLE, "nothing of the transaction happened");
    proceed.countDown();
    holder.outcome.join();
    callers.forEach(caller -> assertThat(caller.outcome.join()).isTrue());
    assertThat(names()).hasSize(3 * WAITING);
  }

  @Test
  void closeWhileCallersAreHeldBack_servesThoseInLineAndRefusesTheRest() {
    Caller holder = holdUp();
    List<Caller> inLine = new ArrayList<>();
    for (int i = 0; i < WAITING; i++) {
      String name = "n" + i;
      inLine.add(new Caller(t -> insert(t, name)).waits());
    }
    Caller heldBack = new Caller(t -> insert(t, "held back")).waits();
    Thread closing = Thread.ofVirtual().start(() -> database().close());
    heldBack.fails(Reason.UNAVAILABLE, "closed");
    proceed.countDown();
    holder.outcome.join();
    inLine.forEach(caller -> assertThat(caller.outcome.join()).isTrue());
    await().until(() -> !closing.isAlive());
  }
}
