package io.nuthatch.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.queue.embedded.EmbeddedJobQueue;
import io.nuthatch.queue.embedded.EmbeddedSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Workers that die with jobs in hand, stall past the end of their lease and finish late, in time that is turned by
 * hand. Every job must be finished exactly once by somebody whose lease was good, or be buried; a worker must never be
 * told that it finished a job which another has been given since.
 */
class WorkersSimulationTest {

  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final int JOBS = 2000;

  @TempDir
  Path directory;

  private final TurnedClock clock = new TurnedClock();
  private final Map<String, Integer> finished = new HashMap<>();
  private final Map<String, Lease> newestLease = new HashMap<>();

  /** One that holds some jobs until its time comes. */
  private final class Worker {

    private List<Job> inHand = List.of();
    private long busyUntil;

    void step(JobQueue queue, Random random) {
      long now = clock.now().toEpochMilli();
      if (now < busyUntil) {
        return;
      }
      if (!inHand.isEmpty()) {
        finish(queue, random);
      }
      inHand = queue.take("work", 1 + random.nextInt(20), LEASE);
      for (Job job : inHand) {
        assertThat(finished).as("a finished job is never given again").doesNotContainKey(job.text());
        newestLease.put(job.text(), job.lease());
      }
      boolean stalls = random.nextInt(6) == 0;
      busyUntil = now + (stalls ? 20_000 + random.nextInt(120_000) : random.nextInt(10_000));
      if (random.nextInt(15) == 0) {
        inHand = List.of();
      }
    }

    private void finish(JobQueue queue, Random random) {
      if (random.nextInt(5) == 0) {
        List<Lease> refused = queue.retry(
            inHand.stream().map(job -> new Retry(job.lease(), Duration.ofSeconds(random.nextInt(60)), "no")).toList());
        assertOnlyOldLeases(queue, refused);
        return;
      }
      List<Lease> refused = queue.done(inHand.stream().map(Job::lease).toList());
      assertOnlyOldLeases(queue, refused);
      for (Job job : inHand) {
        if (!refused.contains(job.lease())) {
          assertThat(newestLease.get(job.text())).isEqualTo(job.lease());
          finished.merge(job.text(), 1, Integer::sum);
        }
      }
    }

    /** A lease is refused when another has been given the job since, or it had been given too often and is buried. */
    private void assertOnlyOldLeases(JobQueue queue, List<Lease> refused) {
      for (Job job : inHand) {
        if (refused.contains(job.lease()) && job.lease().equals(newestLease.get(job.text()))) {
          assertThat(queue.peek("work", JobState.BURIED, JOBS)).extracting(Job::text).contains(job.text());
        }
      }
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {11, 22, 33, 44, 55, 66})
  void everyJob_isFinishedOnce_orBuried(long seed) {
    var random = new Random(seed);
    var settings = EmbeddedSettings.defaults().withSegments(1 << 18, 128).withMaxAttempts(8);
    try (JobQueue queue = EmbeddedJobQueue.open(directory, settings, clock.time())) {
      List<Worker> workers = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        workers.add(new Worker());
      }
      int scheduled = 0;
      for (int step = 0; step < 20_000 && (step % 100 > 0 || finished.size() + buried(queue) < JOBS); step++) {
        for (int i = random.nextInt(8); i > 0 && scheduled < JOBS; i--) {
          queue.schedule(
              List.of(NewJob.in("work", "job " + scheduled++, Duration.ofMillis(random.nextInt(100_000)))));
        }
        workers.get(random.nextInt(workers.size())).step(queue, random);
        clock.advance(Duration.ofMillis(random.nextInt(1500)));
      }

      assertThat(finished.size() + buried(queue)).as("seed %d: finished and buried", seed).isEqualTo(JOBS);
      assertThat(finished.values()).as("seed %d", seed).containsOnly(1);
      assertThat(buried(queue)).as("seed %d: most jobs are not poison", seed).isLessThan(JOBS / 10);
    }
  }

  private static int buried(JobQueue queue) {
    return queue.counts().stream().mapToInt(counts -> (int) counts.buried()).sum();
  }
}
