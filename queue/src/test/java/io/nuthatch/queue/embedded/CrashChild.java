package io.nuthatch.queue.embedded;

import io.nuthatch.queue.Job;
import io.nuthatch.queue.Lease;
import io.nuthatch.queue.NewJob;
import io.nuthatch.queue.QueueTime;
import io.nuthatch.queue.Retry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The process that is killed: several threads that schedule, take and settle jobs and say on standard output what they
 * are about to do and what has been acknowledged.
 */
final class CrashChild {

  static final EmbeddedSettings SETTINGS = EmbeddedSettings.defaults().withSegments(1 << 17, 200)
      .withMaxAttempts(1000);
  static final List<String> NAMESPACES = List.of("a", "b");

  private final EmbeddedJobQueue queue;
  private final String name;
  private final Random random;
  private int made;

  private CrashChild(EmbeddedJobQueue queue, String name, long seed) {
    this.queue = queue;
    this.name = name;
    this.random = new Random(seed);
  }

  public static void main(String[] arguments) {
    long seed = Long.parseLong(arguments[1]);
    var queue = EmbeddedJobQueue.open(Path.of(arguments[0]), SETTINGS, QueueTime.system());
    for (int thread = 0; thread < 3; thread++) {
      var child = new CrashChild(queue, seed + "." + thread, seed * 31 + thread);
      Thread.ofPlatform().start(child::run);
    }
  }

  private void run() {
    while (true) {
      switch (random.nextInt(5)) {
        case 0, 1 -> schedule();
        default -> take();
      }
    }
  }

  private void schedule() {
    List<NewJob> jobs = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int i = random.nextInt(30); i >= 0; i--) {
      String data = name + "." + made++;
      names.add(data);
      jobs.add(NewJob.in(NAMESPACES.get(random.nextInt(2)), data,
          random.nextInt(3) == 0 ? Duration.ofHours(1) : Duration.ofMillis(random.nextInt(30))));
    }
    say("schedules", names);
    queue.schedule(jobs);
    say("scheduled", names);
  }

  private void take() {
    List<Job> jobs = queue.take(NAMESPACES.get(random.nextInt(2)), 1 + random.nextInt(40), Duration.ofMillis(20));
    List<Lease> leases = jobs.stream().map(Job::lease).toList();
    List<String> names = jobs.stream().map(Job::text).toList();
    switch (random.nextInt(8)) {
      case 0 -> queue.retry(
          leases.stream().map(lease -> new Retry(lease, Duration.ofMillis(random.nextInt(50)), "again")).toList());
      case 1 -> {
      }
      case 2 -> queue.bury(leases.subList(0, leases.size() / 4), "enough");
      default -> {
        say("removes", names);
        List<Lease> refused = random.nextInt(4) == 0
            ? cancel(jobs)
            : queue.done(leases);
        say("removed", jobs.stream().filter(job -> !refused.contains(job.lease())).map(Job::text).toList());
      }
    }
  }

  private List<Lease> cancel(List<Job> jobs) {
    var found = queue.cancel(jobs.stream().map(Job::id).toList());
    return jobs.stream().filter(job -> !found.contains(job.id())).map(Job::lease).toList();
  }

  private static void say(String what, List<String> names) {
    if (!names.isEmpty()) {
      System.out.println(what + " " + String.join(",", names) + ".");
    }
  }
}
