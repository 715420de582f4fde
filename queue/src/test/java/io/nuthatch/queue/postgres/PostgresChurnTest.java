package io.nuthatch.queue.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.nuthatch.database.Database;
import io.nuthatch.database.postgres.PostgresDatabase;
import io.nuthatch.database.postgres.PostgresSettings;
import io.nuthatch.queue.Job;
import io.nuthatch.queue.JobQueue;
import io.nuthatch.queue.NewJob;
import io.nuthatch.queue.Retry;
import io.nuthatch.simulator.servers.PostgresServer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Many times the pending number of jobs passes through, and the table stays about as large as what is pending. Nobody
 * calls {@code VACUUM}: the server does, by the settings of the migration. The test packs a day into seconds, so the
 * server looks round every second, and whenever half of the pending number has passed it must have come by.
 */
@Tag("slow")
class PostgresChurnTest {

  private static final int BATCH = 1000;
  private static final int PENDING = 20_000;
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @Test
  void manyJobsPassingThrough_leaveTheTableSmall() {
    int times = Integer.getInteger("nuthatch.rounds", 6);
    try (PostgresServer server = PostgresServer.fast()) {
      server.sql("ALTER SYSTEM SET autovacuum_naptime = '1s'");
      server.sql("SELECT pg_reload_conf()");
      String url = server.fresh();
      try (Database database = PostgresDatabase.open(url, PostgresSettings.defaults());
          JobQueue queue = PostgresJobQueue.open(database, url, 5, InstantSource.system())) {
        for (int filled = 0; filled < PENDING; filled += BATCH) {
          schedule(queue);
        }
        long loaded = bytes(database);
        List<Long> sizes = new ArrayList<>();
        for (int half = 0; half < 2 * times; half++) {
          long visits = visits(database);
          for (int passed = 0; passed < PENDING / 2; passed += BATCH) {
            pass(queue);
          }
          // sessions that rest tell the server what they left behind only every ten seconds
          await().atMost(Duration.ofSeconds(40)).until(() -> visits(database) > visits);
          sizes.add(bytes(database));
        }
        long early = Collections.max(sizes.subList(0, times));
        long late = Collections.max(sizes.subList(times, sizes.size()));
        System.out
            .printf("queue table with its indexes: %,d bytes freshly loaded; while %d times as many jobs passed, at "
                + "most %,d in the first half and %,d in the second%n", loaded, times, early, late);
        assertThat(Math.max(early, late)).isLessThan(4 * loaded);
        assertThat(late).as("the size in the second half").isLessThan(early + early / 4);
        assertThat(queue.counts().getFirst().ready()).isEqualTo(PENDING);
      }
    }
  }

  private static void schedule(JobQueue queue) {
    List<NewJob> jobs = new ArrayList<>();
    for (int i = 0; i < BATCH; i++) {
      jobs.add(NewJob.in("churn", new byte[64], Duration.ZERO));
    }
    queue.schedule(jobs);
  }

  /** As many come as go; one in ten is tried once more before it goes. */
  private static void pass(JobQueue queue) {
    List<Job> jobs = queue.take("churn", BATCH, MINUTE);
    List<Retry> again = jobs.stream().filter(job -> job.attempt() == 1).limit(BATCH / 10)
        .map(job -> new Retry(job.lease(), Duration.ZERO, "once more")).toList();
    assertThat(queue.retry(again)).isEmpty();
    List<Job> late = queue.take("churn", again.size(), MINUTE);
    jobs.removeIf(job -> again.stream().anyMatch(retry -> retry.lease().equals(job.lease())));
    jobs.addAll(late);
    assertThat(queue.done(jobs.stream().map(Job::lease).toList())).isEmpty();
    assertThat(jobs).hasSize(BATCH);
    schedule(queue);
  }

  private static long visits(Database database) {
    return database.read(
        reading -> reading.number("SELECT autovacuum_count FROM pg_stat_all_tables WHERE relname = 'queue_jobs'"));
  }

  private static long bytes(Database database) {
    return database.read(reading -> reading.number("SELECT pg_total_relation_size('queue_jobs')"));
  }
}
