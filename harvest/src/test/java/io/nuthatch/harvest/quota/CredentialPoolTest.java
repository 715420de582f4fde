package io.nuthatch.harvest.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.database.Database;
import io.nuthatch.database.Migrations;
import io.nuthatch.database.sqlite.SqliteDatabase;
import io.nuthatch.database.sqlite.SqliteSettings;
import io.nuthatch.harvest.QuotaReading;
import io.nuthatch.queue.BackoffPolicy;
import io.nuthatch.simulator.ManualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CredentialPoolTest {

  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
  private static final String FAMILY = "/search";
  private static final Credential KEY = Credential.of("toy", "first", Map.of("token", "secret-one"));
  private static final Credential OTHER = Credential.of("toy", "second", Map.of("token", "secret-two"));

  @TempDir
  Path directory;

  private final ManualClock clock = ManualClock.at(START);
  private Database database;
  private CredentialPool pool;

  @BeforeEach
  void open() {
    database = SqliteDatabase.open(directory, SqliteSettings.defaults());
    database.migrate(List.of(Migrations.of("harvest")));
    pool = pool();
  }

  private CredentialPool pool() {
    return new CredentialPool(database, clock, new BackoffPolicy(Duration.ofMinutes(1), Duration.ofMinutes(15), 0));
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static final class MustWait extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private static final Patience NONE = _ -> {
    throw new MustWait();
  };

  private static Claimant claimant(String collection, Credential... credentials) {
    return new Claimant(collection, List.of(credentials));
  }

  private void call(CredentialPool by, QuotaReading answer, Credential... credentials) {
    try (Turn turn = by.take(claimant("c", credentials), FAMILY, NONE)) {
      turn.heard(answer);
    }
  }

  private void mustWait(CredentialPool by, Credential... credentials) {
    assertThatThrownBy(() -> by.take(claimant("c", credentials), FAMILY, NONE)).isInstanceOf(MustWait.class);
  }

  @Test
  void quotaThatIsSpent_isNotAskedAgainBeforeItsReset() {
    call(pool, new QuotaReading(3, 2, START.plusSeconds(900)), KEY);
    call(pool, new QuotaReading(3, 1, START.plusSeconds(900)), KEY);
    call(pool, new QuotaReading(3, 0, START.plusSeconds(900)), KEY);
    mustWait(pool, KEY);
    clock.advance(Duration.ofSeconds(899));
    mustWait(pool, KEY);
    clock.advance(Duration.ofSeconds(1));
    call(pool, new QuotaReading(3, 2, START.plusSeconds(1800)), KEY);
  }

  @Test
  void quotaOfTwoNodes_isSharedThroughTheDatabase() {
    call(pool, new QuotaReading(10, 4, START.plusSeconds(900)), KEY);
    CredentialPool node = pool();
    int calls = 0;
    for (CredentialPool next : List.of(node, pool, node, pool)) {
      try (Turn turn = next.take(claimant("c", KEY), FAMILY, NONE)) {
        calls++;
        assertThat(turn.credential()).isEqualTo(KEY);
      }
    }
    assertThat(calls).isEqualTo(4);
    mustWait(node, KEY);
    mustWait(pool, KEY);
  }

  @Test
  void quotaThatIsSpent_givesWayToTheNextCredential() {
    call(pool, new QuotaReading(3, 0, START.plusSeconds(900)), KEY, OTHER);
    try (Turn turn = pool.take(claimant("c", KEY, OTHER), FAMILY, NONE)) {
      assertThat(turn.credential()).isEqualTo(OTHER);
    }
  }

  @Test
  void unknownQuota_isTriedByOneCallAtATime() {
    Turn probe = pool.take(claimant("c", KEY), FAMILY, NONE);
    mustWait(pool, KEY);
    probe.heard(QuotaReading.NONE);
    probe.close();
    try (Turn first = pool.take(claimant("c", KEY), FAMILY, NONE);
        Turn second = pool.take(claimant("c", KEY), FAMILY, NONE)) {
      assertThat(first.credential()).isEqualTo(second.credential());
    }
  }

  @Test
  void refusalWithATime_isHonouredByAllNodes() {
    try (Turn turn = pool.take(claimant("c", KEY), FAMILY, NONE)) {
      turn.refused(START.plusSeconds(77));
    }
    mustWait(pool, KEY);
    mustWait(pool(), KEY);
    clock.advance(Duration.ofSeconds(77));
    call(pool, QuotaReading.NONE, KEY);
  }

  @Test
  void refusalsWithoutATime_areFollowedByLongerAndLongerPauses() {
    for (long minutes : new long[]{1, 2, 4, 8, 15, 15}) {
      try (Turn turn = pool.take(claimant("c", KEY), FAMILY, NONE)) {
        turn.refused(null);
      }
      clock.advance(Duration.ofMinutes(minutes).minusSeconds(1));
      mustWait(pool, KEY);
      clock.advance(Duration.ofSeconds(1));
    }
  }

  @Test
  void othersWhoUseTheCredential_areNoticed() {
    call(pool, new QuotaReading(900, 890, START.plusSeconds(900)), KEY);
    call(pool, new QuotaReading(900, 0, START.plusSeconds(900)), KEY);
    mustWait(pool, KEY);
  }

  @Test
  void largeQuota_costsFewTransactions() {
    for (int left = 899; left > 0; left--) {
      call(pool, new QuotaReading(900, left, START.plusSeconds(900)), KEY);
    }
    call(pool, new QuotaReading(900, 0, START.plusSeconds(900)), KEY);
    mustWait(pool, KEY);
  }

  @Test
  void collections_takeTurns() throws InterruptedException {
    call(pool, new QuotaReading(100, 0, START.plusSeconds(900)), KEY);
    BlockingQueue<String> turns = new LinkedBlockingQueue<>();
    List<Thread> threads = new ArrayList<>();
    for (String collection : List.of("large", "large", "large", "large", "small", "other")) {
      threads.add(Thread.ofVirtual().start(() -> {
        for (int i = 0; i < (collection.equals("large") ? 2 : 1); i++) {
          try (Turn turn = pool.take(claimant(collection, KEY), FAMILY, CredentialPoolTest::park)) {
            turns.add(collection);
            turn.heard(new QuotaReading(100, 50, START.plusSeconds(1800)));
          }
        }
      }));
    }
    org.awaitility.Awaitility.await().until(() -> pool.snapshot().getFirst().waiting() == 6);
    clock.advance(Duration.ofMinutes(15));
    List<String> first = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      first.add(turns.poll(10, TimeUnit.SECONDS));
    }
    // those whose turn it is tell so on threads of their own, so that neighbours may change places
    assertThat(first).as("of ten turns, eight of them of one collection").contains("small", "other");
    for (Thread thread : threads) {
      assertThat(thread.join(Duration.ofSeconds(10))).isTrue();
    }
  }

  private static void park(Duration atMost) {
    LockSupport.parkNanos(atMost.toNanos());
  }

  @Test
  void whoeverIsToldToStop_waitsNoLonger() {
    call(pool, new QuotaReading(3, 0, START.plusSeconds(900)), KEY);
    mustWait(pool, KEY);
    assertThat(pool.snapshot().getFirst().waiting()).isZero();
  }

  @Test
  void snapshot_tellsLimitRemainingAndReset_andNoSecret() {
    call(pool, new QuotaReading(900, 17, START.plusSeconds(900)), KEY);
    QuotaFigures figures = pool.snapshot().getFirst();
    assertThat(figures.credential()).isEqualTo("first");
    assertThat(figures.remaining()).isEqualTo(17);
    assertThat(figures.limit()).isEqualTo(900);
    assertThat(figures.reset()).isEqualTo(START.plusSeconds(900));
    assertThat(KEY.toString() + KEY.key()).doesNotContain("secret");
  }
}
