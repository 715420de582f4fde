package io.nuthatch.benchmarks.queue;

import io.nuthatch.benchmarks.Figure;
import io.nuthatch.benchmarks.Report;
import io.nuthatch.benchmarks.Series;
import io.nuthatch.queue.Counts;
import io.nuthatch.queue.Job;
import io.nuthatch.queue.NewJob;
import io.nuthatch.queue.QueueTime;
import io.nuthatch.queue.embedded.EmbeddedJobQueue;
import io.nuthatch.queue.embedded.EmbeddedSettings;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** What pending jobs cost in heap, on disk and at start, and how late jobs are at a steady rate; against the promise. */
final class Footprint {

  private final int pending;
  private final int seconds;

  Footprint(boolean quick) {
    pending = quick ? 300_000 : 1_000_000;
    seconds = quick ? 3 : 15;
  }

  void run(Report report) throws Exception {
    EmbeddedSettings settings = EmbeddedSettings.defaults();
    try (Directory directory = new Directory()) {
      double before = heap();
      try (EmbeddedJobQueue queue = EmbeddedJobQueue.open(directory.path(), settings, QueueTime.system())) {
        fill(queue);
        TimeUnit.SECONDS.sleep(2);
        double heap = Math.max(1, heap() - before) / pending;
        report.add(promise("heap", 1 / heap, 1.0 / 16, "jobs/byte",
            "%.1f bytes of heap and %.0f on disk for each job pending".formatted(heap,
                (double) directory.bytes() / pending)));
      }
      long start = System.nanoTime();
      try (EmbeddedJobQueue queue = EmbeddedJobQueue.open(directory.path(), settings, QueueTime.system())) {
        report.add(promise("reopen", pending / BatchRates.seconds(start), 5_000_000, "jobs/s", ""));
        lateness(report, queue);
      }
    }
  }

  private void fill(EmbeddedJobQueue queue) {
    var random = new SplittableRandom(1);
    byte[] data = new byte[Contender.PAYLOAD];
    for (int done = 0; done < pending; done += Contender.BATCH) {
      List<NewJob> jobs = new ArrayList<>();
      for (int i = 0; i < Contender.BATCH; i++) {
        jobs.add(NewJob.in("far", data, Duration.ofMinutes(random.nextLong(60, 40_000))));
      }
      queue.schedule(jobs);
    }
  }

  /** Twenty thousand jobs a second become due while others are scheduled and all are worked off. */
  private void lateness(Report report, EmbeddedJobQueue queue) throws InterruptedException {
    int rate = 20_000;
    var random = new SplittableRandom(2);
    for (int second = 0; second < seconds; second++) {
      List<NewJob> jobs = new ArrayList<>();
      for (int i = 0; i < rate; i++) {
        jobs.add(NewJob.in("near", new byte[Contender.PAYLOAD],
            Duration.ofMillis(1000L * second + random.nextInt(1000) + 500)));
      }
      queue.schedule(jobs);
    }
    for (int left = rate * seconds; left > 0;) {
      queue.await("near", Duration.ofSeconds(5));
      List<Job> jobs = queue.take("near", Contender.BATCH, Duration.ofMinutes(1));
      left -= jobs.size();
      queue.done(jobs.stream().map(Job::lease).toList());
    }
    Counts counts = queue.counts().stream().filter(each -> each.namespace().equals("near")).findFirst().orElseThrow();
    double p99 = Math.max(1, counts.lateness().p99().toMillis());
    report.add(promise("lateness", 1000 / p99, 1000 / 50.0, "1/s", "p50 %d ms, p99 %d ms at %,d jobs/s"
        .formatted(counts.lateness().median().toMillis(), counts.lateness().p99().toMillis(), rate)));
  }

  private static Figure promise(String what, double reached, double promised, String unit, String note) {
    return new Figure(what, new Series(List.of(reached)),
        new Figure.Rival("promised", new Series(List.of(promised))), unit, 1, note);
  }

  private static double heap() {
    var memory = ManagementFactory.getMemoryMXBean();
    for (int i = 0; i < 3; i++) {
      memory.gc();
    }
    return memory.getHeapMemoryUsage().getUsed();
  }
}
