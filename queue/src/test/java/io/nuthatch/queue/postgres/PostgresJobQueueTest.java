package io.nuthatch.queue.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.database.Database;
import io.nuthatch.database.postgres.PostgresDatabase;
import io.nuthatch.database.postgres.PostgresSettings;
import io.nuthatch.queue.Job;
import io.nuthatch.queue.JobQueue;
import io.nuthatch.queue.JobQueueContract;
import io.nuthatch.queue.Lease;
import io.nuthatch.queue.NewJob;
import io.nuthatch.queue.QueueTime;
import io.nuthatch.simulator.servers.PostgresServer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class PostgresJobQueueTest extends JobQueueContract {

  private final String url = PostgresServer.shared().fresh();
  private final Database database = PostgresDatabase.open(url, PostgresSettings.defaults());

  @Override
  protected JobQueue open(QueueTime time) {
    return PostgresJobQueue.open(database, url, MAX_ATTEMPTS, time);
  }

  @AfterEach
  void closeDatabase() {
    database.close();
  }

  @Test
  void jobScheduledInATransaction_isThereIfItCommits() {
    PostgresJobQueue own = (PostgresJobQueue) queue();
    database.run(transaction -> own.schedule(transaction, List.of(NewJob.in("a", "kept", Duration.ZERO))));
    assertThatThrownBy(() -> database.run(transaction -> {
      own.schedule(transaction, List.of(NewJob.in("a", "taken back", Duration.ZERO)));
      throw new IllegalStateException("no");
    })).isInstanceOf(IllegalStateException.class);

    assertThat(queue().take("a", 9, MINUTE)).extracting(Job::text).containsExactly("kept");
  }

  @Test
  void twoNodes_shareTheJobs_andSeeEachOthersLeases() throws InterruptedException {
    try (JobQueue other = PostgresJobQueue.open(database, url, MAX_ATTEMPTS, clock.time())) {
      queue().schedule("a", new byte[1], Duration.ZERO);
      assertThat(other.await("a", Duration.ofSeconds(10))).isTrue();
      Job job = other.take("a", 1, MINUTE).getFirst();
      assertThat(queue().take("a", 1, MINUTE)).isEmpty();
      assertThat(queue().done(List.of(job.lease()))).isEmpty();
    }
  }

  @Test
  void leasesByTheServersClock_endInTime() throws InterruptedException {
    try (JobQueue real = PostgresJobQueue.open(database, url, MAX_ATTEMPTS, InstantSource.system())) {
      real.schedule("b", new byte[1], Duration.ofMillis(50));
      assertThat(real.await("b", Duration.ofSeconds(10))).isTrue();
      assertThat(real.take("b", 1, Duration.ofMillis(100))).hasSize(1);
      assertThat(real.await("b", Duration.ofMillis(20))).isFalse();
      assertThat(real.await("b", Duration.ofSeconds(10))).isTrue();
      assertThat(real.take("b", 1, Duration.ofMillis(100)).getFirst().attempt()).isEqualTo(2);
    }
  }

  @Test
  void churn_leavesTheTableSmall() {
    for (int round = 0; round < 30; round++) {
      List<NewJob> jobs = new ArrayList<>();
      for (int i = 0; i < 1000; i++) {
        jobs.add(NewJob.in("a", "x".repeat(64), Duration.ZERO));
      }
      queue().schedule(jobs);
      List<Lease> leases = queue().take("a", 1000, MINUTE).stream().map(Job::lease).toList();
      assertThat(leases).hasSize(1000);
      assertThat(queue().done(leases)).isEmpty();
    }

    long hot = database.read(reading -> reading.number("""
        SELECT CASE WHEN n_tup_upd = 0 THEN 100 ELSE 100 * n_tup_hot_upd / n_tup_upd END
        FROM pg_stat_all_tables WHERE relname = 'queue_jobs'"""));
    assertThat(hot).as("share of updates within the page").isGreaterThan(30);
  }
}
