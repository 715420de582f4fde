package io.nuthatch.benchmarks.queue;

import io.nuthatch.benchmarks.Figure;
import io.nuthatch.benchmarks.Report;
import io.nuthatch.benchmarks.Rounds;
import io.nuthatch.benchmarks.Series;
import io.nuthatch.database.postgres.PostgresDatabase;
import io.nuthatch.database.postgres.PostgresSettings;
import io.nuthatch.queue.QueueTime;
import io.nuthatch.queue.embedded.EmbeddedJobQueue;
import io.nuthatch.queue.embedded.EmbeddedSettings;
import io.nuthatch.queue.postgres.PostgresJobQueue;
import io.nuthatch.simulator.servers.PostgresServer;
import io.nuthatch.simulator.servers.RabbitServer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/**
 * Schedules and finishes jobs per second with many pending, in batches of a thousand, one caller. Two tables: durable
 * when the call returns, and synced by interval.
 */
final class BatchRates {

  private static final long FAR = Duration.ofDays(10).toMillis();

  private final int jobs;
  private final int pending;
  private final Rounds rounds;

  BatchRates(boolean quick) {
    jobs = quick ? 50_000 : 200_000;
    pending = quick ? 100_000 : 1_000_000;
    rounds = quick ? new Rounds(2, 3) : new Rounds(3, 7);
  }

  void run(Report report) throws Exception {
    try (PostgresServer postgres = PostgresServer.start(); RabbitServer rabbit = RabbitServer.start()) {
      String url = postgres.fresh();
      try (Directory directory = new Directory();
          PostgresDatabase database = PostgresDatabase.open(url, PostgresSettings.defaults());
          Contender embedded = embedded(directory, Duration.ZERO);
          Contender shared = new OurQueue("PostgreSQL backend",
              PostgresJobQueue.open(database, url, 20, InstantSource.system()));
          Contender byHand = new PostgresByHand(postgres.fresh());
          Contender besideShared = new PostgresByHand(postgres.fresh());
          Contender confirms = new RabbitConfirms(rabbit.url())) {
        compare(report, "durable", List.of(embedded, byHand, confirms), 5);
        compare(report, "postgres", List.of(shared, besideShared), 1);
      }
    }
    try (Directory directory = new Directory();
        Contender embedded = embedded(directory, Duration.ofSeconds(1));
        Contender redis = new RedisScript();
        Contender beanstalk = new Beanstalk(50)) {
      compare(report, "interval", List.of(embedded, redis, beanstalk), 5);
    }
  }

  private static Contender embedded(Directory directory, Duration sync) {
    return new OurQueue("embedded", EmbeddedJobQueue.open(directory.path(),
        EmbeddedSettings.defaults().withSyncInterval(sync), QueueTime.system()));
  }

  /** The first one is the product. */
  private void compare(Report report, String table, List<Contender> contenders, double target) throws Exception {
    for (Contender contender : contenders) {
      for (int done = 0; done < pending; done += Contender.BATCH) {
        contender.schedule(FAR);
      }
    }
    report(report, table + "-schedule", contenders, target, rounds
        .measure(contenders.stream().map(each -> (Rounds.Contestant) () -> schedule(each)).toArray(
            Rounds.Contestant[]::new)));
    report(report, table + "-take-done", contenders, target, rounds
        .measure(contenders.stream().map(each -> (Rounds.Contestant) () -> takeAndFinish(each)).toArray(
            Rounds.Contestant[]::new)));
  }

  private static void report(Report report, String what, List<Contender> contenders, double target,
      List<Series> measured) {
    for (int i = 1; i < contenders.size(); i++) {
      String rival = contenders.get(i).name();
      report.add(new Figure(what + "-vs-" + rival, measured.getFirst(), new Figure.Rival(rival, measured.get(i)),
          "jobs/s", target, ""));
    }
  }

  private double schedule(Contender contender) throws Exception {
    long start = System.nanoTime();
    for (int done = 0; done < jobs; done += Contender.BATCH) {
      contender.schedule(0);
    }
    return jobs / seconds(start);
  }

  private double takeAndFinish(Contender contender) throws Exception {
    long start = System.nanoTime();
    int taken = 0;
    while (taken < jobs) {
      int some = contender.takeAndFinish();
      if (some == 0) {
        throw new IllegalStateException(contender.name() + " gave only " + taken + " of " + jobs + " jobs");
      }
      taken += some;
    }
    return taken / seconds(start);
  }

  static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }
}
