package io.nuthatch.queue.embedded;

import io.nuthatch.queue.Job;
import io.nuthatch.queue.NewJob;
import io.nuthatch.queue.QueueTime;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The process whose heap is bounded: fills a queue and says on standard output what a job costs, in microseconds, with
 * few and with many pending. Delays are spread as a refresher's are: a quarter within the hour, a quarter within the
 * day, half within thirty days. The clock is turned by hand, an hour before each measurement of taking.
 */
final class ScaleChild {

  private static final int BATCH = 1000;
  private static final int SLICES = 20;
  /** Fewer, and the few would pay for compiling what the many then use. */
  private static final int WARM_ROUNDS = 5;
  private static final String NAMESPACE = "refresh";
  private static final Duration HOUR = Duration.ofHours(1);

  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
  private final SplittableRandom random = new SplittableRandom(1);
  private final int few;
  private final int many;
  /** How many batches are measured together; all slices together are a fifth of the few. */
  private final int slice;

  private ScaleChild(int jobs) {
    many = jobs;
    few = Math.min(1_000_000, jobs / 4);
    slice = few / 5 / SLICES / BATCH;
  }

  public static void main(String[] arguments) {
    Path directory = Path.of(arguments[0]);
    var child = new ScaleChild(Integer.parseInt(arguments[1]));
    try (EmbeddedJobQueue warm = child.open(directory.resolve("warm"))) {
      long pending = 0;
      for (int round = 0; round < WARM_ROUNDS; round++) {
        pending = child.measure(warm, pending, pending + child.few, "");
      }
    }
    Path measured = directory.resolve("measured");
    long left;
    try (EmbeddedJobQueue queue = child.open(measured)) {
      left = child.measure(queue, child.measure(queue, 0, child.few, "-few"), child.many, "-many");
    }
    long start = System.nanoTime();
    try (EmbeddedJobQueue queue = child.open(measured)) {
      say("reopen-seconds", (System.nanoTime() - start) / 1e9);
      say("left", (double) left);
      say("found", (double) queue.counts().stream().mapToLong(counts -> counts.delayed() + counts.ready()).sum());
    }
  }

  private EmbeddedJobQueue open(Path directory) {
    return EmbeddedJobQueue.open(directory, EmbeddedSettings.defaults(), QueueTime.of(now::get));
  }

  /** Fills the queue up, the last slices measured, and takes as many again; how many are left. */
  private long measure(EmbeddedJobQueue queue, long pending, long target, String suffix) {
    long measured = (long) SLICES * slice * BATCH;
    for (long filled = pending; filled < target - measured; filled += BATCH) {
      schedule(queue);
    }
    double schedule = median(() -> schedule(queue));
    now.updateAndGet(instant -> instant.plus(HOUR));
    double take = median(() -> takeAndFinish(queue));
    if (!suffix.isEmpty()) {
      say("schedule" + suffix, schedule);
      say("take" + suffix, take);
    }
    return target - measured;
  }

  private double median(Runnable batch) {
    double[] costs = new double[SLICES];
    for (int i = 0; i < SLICES; i++) {
      long start = System.nanoTime();
      for (int done = 0; done < slice; done++) {
        batch.run();
      }
      costs[i] = (System.nanoTime() - start) / 1e3 / slice / BATCH;
    }
    Arrays.sort(costs);
    return (costs[SLICES / 2 - 1] + costs[SLICES / 2]) / 2;
  }

  private void schedule(EmbeddedJobQueue queue) {
    List<NewJob> jobs = new ArrayList<>(BATCH);
    for (int i = 0; i < BATCH; i++) {
      jobs.add(NewJob.in(NAMESPACE, new byte[64], Duration.ofMillis(delay())));
    }
    queue.schedule(jobs);
  }

  private long delay() {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextLong(HOUR.toMillis());
      case 1 -> random.nextLong(Duration.ofDays(1).toMillis());
      default -> random.nextLong(Duration.ofDays(30).toMillis());
    };
  }

  private static void takeAndFinish(EmbeddedJobQueue queue) {
    List<Job> jobs = queue.take(NAMESPACE, BATCH, Duration.ofMinutes(10));
    if (jobs.size() < BATCH || !queue.done(jobs.stream().map(Job::lease).toList()).isEmpty()) {
      throw new IllegalStateException("only " + jobs.size() + " jobs were due, or leases were refused");
    }
  }

  private static void say(String what, double figure) {
    System.out.println("figure " + what + "=" + figure);
  }
}
