package io.nuthatch.database.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.nuthatch.database.DatabaseException;
import io.nuthatch.database.DatabaseException.Reason;
import io.nuthatch.database.Failure;
import io.nuthatch.database.Migrations;
import io.nuthatch.database.Transaction;
import io.nuthatch.simulator.servers.PostgresServer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Servers that go away, transactions that lose, nodes that start at once, lines that grow too long. */
@Tag("slow")
class PostgresFailureTest {

  private static final PostgresSettings SMALL = new PostgresSettings(2, 2, Duration.ofSeconds(2));

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private String url;
  private PostgresDatabase database;

  @BeforeEach
  void open() {
    url = PostgresServer.shared().fresh();
    database = PostgresDatabase.open(url, SMALL);
    database.migrate(List.of(Migrations.of("example")));
  }

  @AfterEach
  void close() {
    threads.close();
    database.close();
  }

  private static void insert(Transaction t, String name) {
    t.update("INSERT INTO things (name, amount) VALUES (?, 0)", name);
  }

  private long count() {
    return database.read(r -> r.number("SELECT count(*) FROM things"));
  }

  private static @Nullable Throwable failure(Future<?> outcome) throws InterruptedException {
    try {
      outcome.get();
      return null;
    } catch (ExecutionException e) {
      return e.getCause();
    }
  }

  @Test
  void deadlock_isUnavailableForOneAndLeavesNothingOfIt() throws Exception {
    database.run(t -> Stream.of("a", "b").forEach(name -> insert(t, name)));
    CyclicBarrier bothHoldOne = new CyclicBarrier(2);
    List<Future<Boolean>> outcomes = threads.invokeAll(List.of(crossing("a", "b", bothHoldOne),
        crossing("b", "a", bothHoldOne)));
    List<Throwable> failures = Stream.of(failure(outcomes.get(0)), failure(outcomes.get(1))).filter(Objects::nonNull)
        .toList();
    assertThat(failures).singleElement().isInstanceOfSatisfying(DatabaseException.class,
        e -> assertThat(e.reason()).isEqualTo(Reason.UNAVAILABLE));
    assertThat(database.<Long>read(r -> r.number("SELECT sum(amount) FROM things"))).isEqualTo(2);
  }

  private Callable<Boolean> crossing(String first, String second, CyclicBarrier bothHoldOne) {
    String add = "UPDATE things SET amount = amount + 1 WHERE name = ?";
    return () -> database.write(t -> {
      t.update(add, first);
      try {
        bothHoldOne.await();
      } catch (Exception e) {
        throw new AssertionError(e);
      }
      return t.update(add, second) == 1;
    });
  }

  @Test
  void connectionLostInTheFunction_isUnavailable() {
    Failure.of(Reason.UNAVAILABLE, "", () -> database.run(t -> {
      insert(t, "a");
      endConnection(t);
      insert(t, "b");
    }));
    assertThat(count()).isZero();
  }

  @Test
  void connectionLostAtTheCommit_isUnknown() {
    Failure.of(Reason.UNAVAILABLE, "outcome unknown", () -> database.run(t -> {
      insert(t, "a");
      endConnection(t);
    }));
    assertThat(count()).as("here it was lost before").isZero();
  }

  private static void endConnection(Transaction t) {
    long backend = t.number("SELECT pg_backend_pid()");
    PostgresServer.shared().sql("SELECT pg_terminate_backend(" + backend + ", 5000)");
  }

  @Test
  void killedServer_isUnavailableUntilItIsBack() {
    try (PostgresServer server = PostgresServer.start();
        PostgresDatabase mine = PostgresDatabase.open(server.fresh(), SMALL)) {
      mine.migrate(List.of(Migrations.of("example")));
      mine.run(t -> insert(t, "before"));
      server.kill();
      Failure.of(Reason.UNAVAILABLE, "", () -> mine.run(t -> insert(t, "during")));
      Failure.of(Reason.UNAVAILABLE, "", mine::ping);
      server.restart();
      await().ignoreExceptionsInstanceOf(DatabaseException.class).atMost(Duration.ofSeconds(20)).until(() -> {
        mine.ping();
        return true;
      });
      mine.run(t -> insert(t, "after"));
      assertThat(mine.<List<String>>read(r -> r.list("SELECT name FROM things ORDER BY id", row -> row.text("name"))))
          .containsExactly("before", "after");
    }
  }

  @Test
  void nodesThatStartAtOnce_migrateOnce() throws Exception {
    String empty = PostgresServer.shared().fresh();
    Callable<Long> node = () -> {
      try (PostgresDatabase mine = PostgresDatabase.open(empty, SMALL)) {
        mine.migrate(List.of(Migrations.of("example")));
        return mine.read(r -> r.number("SELECT count(*) FROM schema_migrations"));
      }
    };
    for (Future<Long> applied : threads.invokeAll(List.of(node, node, node, node))) {
      assertThat(applied.get()).isEqualTo(2);
    }
  }

  @Test
  void moreWritersThanConnections_waitAndAreToldInTime() throws Exception {
    CountDownLatch begun = new CountDownLatch(2);
    CountDownLatch proceed = new CountDownLatch(1);
    List<Future<Boolean>> holders = Stream.of("a", "b").map(name -> threads.submit(() -> database.write(t -> {
      insert(t, name);
      begun.countDown();
      awaitUninterruptibly(proceed);
      return true;
    }))).toList();
    begun.await();
    assertThat(count()).as("reads have connections of their own").isZero();
    Failure.of(Reason.UNAVAILABLE, "none of the 2 connections", () -> database.run(t -> insert(t, "c")));
    Thread interrupted = Thread.ofVirtual().unstarted(() -> Failure.of(Reason.UNAVAILABLE, "nothing",
        () -> database.run(t -> insert(t, "e"))));
    interrupted.start();
    interrupted.interrupt();
    interrupted.join();
    proceed.countDown();
    for (Future<Boolean> holder : holders) {
      assertThat(holder.get()).isTrue();
    }
    assertThat(count()).isEqualTo(2);
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void wrongAddress_isToldWithoutItsPassword() {
    Failure.of(Reason.STATEMENT, "jdbc:postgresql:", () -> PostgresDatabase.open("jdbc:sqlite:x", SMALL));
    DatabaseException unreachable = Failure.of(Reason.UNAVAILABLE, "//127.0.0.1:1/nowhere",
        () -> PostgresDatabase.open("jdbc:postgresql://127.0.0.1:1/nowhere?user=me&password=secret", SMALL));
    assertThat(unreachable.getMessage()).doesNotContain("secret");
    Failure.of(Reason.STATEMENT, "\"nowhere\" does not exist",
        () -> PostgresDatabase.open(url.replaceAll("test_\\d+", "nowhere"), SMALL));
  }
}
