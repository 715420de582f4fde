package io.nuthatch.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.queue.embedded.EmbeddedJobQueue;
import io.nuthatch.queue.embedded.EmbeddedSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random calls to an embedded queue and to the model, which must agree on every answer. The files are so small that
 * segments, pages and merges come and go all the time.
 */
class JobQueuePropertyTest {

  private static final int MAX_ATTEMPTS = 4;
  private static final List<JobState> STATES = List.of(JobState.values());
  private static final List<String> NAMESPACES = List.of("a", "b", "c");

  @TempDir
  Path directory;

  private final TurnedClock clock = new TurnedClock();
  private final ModelJobQueue model = new ModelJobQueue(clock, MAX_ATTEMPTS);
  private final List<Job> taken = new ArrayList<>();
  private Random random = new Random();
  private @Nullable EmbeddedJobQueue opened;
  private int made;

  static List<Long> seeds() {
    Long given = Long.getLong("nuthatch.seed");
    List<Long> seeds = new ArrayList<>();
    for (long seed = 1; seed <= Integer.getInteger("nuthatch.seeds", 12); seed++) {
      seeds.add(seed * 7919);
    }
    return given == null ? seeds : List.of(given);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void queueAndModel_agree(long seed) {
    random = new Random(seed);
    reopen();
    for (int step = 0; step < 600; step++) {
      try {
        step();
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed + ", step " + step + ": " + e.getMessage(), e);
      }
    }
    queue().close();
  }

  private EmbeddedJobQueue queue() {
    return Objects.requireNonNull(opened);
  }

  private void step() {
    String namespace = NAMESPACES.get(random.nextInt(NAMESPACES.size()));
    switch (random.nextInt(22)) {
      case 0, 1, 2, 3 -> schedule(random.nextInt(60));
      case 4, 5, 6, 7 -> take(namespace);
      case 8, 9, 10 -> done();
      case 11 -> retry();
      case 12 -> extend();
      case 13 -> bury();
      case 14 -> cancel(namespace);
      case 15 -> kick(namespace);
      case 16, 17 -> clock.advance(Duration.ofMillis(random.nextInt(40_000)));
      case 18 -> compare(namespace);
      case 19 -> clock.set(Duration.ofMillis(random.nextInt(20_000) - 10_000));
      case 20 -> {
        if (random.nextInt(8) == 0) {
          reopen();
        }
      }
      default -> {
        if (random.nextInt(30) == 0) {
          assertThat(queue().purge(namespace)).isEqualTo(model.purge(namespace));
        }
      }
    }
  }

  private void reopen() {
    if (opened != null) {
      opened.close();
      model.restart();
    }
    opened = EmbeddedJobQueue.open(directory,
        EmbeddedSettings.defaults().withSegments(1 << 17, 64).withMaxAttempts(MAX_ATTEMPTS), clock.time());
  }

  private void schedule(int count) {
    List<NewJob> jobs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String namespace = NAMESPACES.get(random.nextInt(NAMESPACES.size()));
      Duration delay = Duration.ofMillis(random.nextInt(random.nextBoolean() ? 50 : 100_000));
      String data = "job " + made++ + "x".repeat(random.nextInt(200));
      jobs.add(NewJob.in(namespace, data, delay));
      model.schedule(namespace, data, delay);
    }
    queue().schedule(jobs);
  }

  private void take(String namespace) {
    int max = 1 + random.nextInt(80);
    Duration lease = Duration.ofMillis(1 + random.nextInt(60_000));
    List<Job> given = queue().take(namespace, max, lease);
    assertThat(given).extracting(Job::text).isEqualTo(model.take(namespace, max, lease));
    for (Job job : given) {
      ModelJobQueue.Entry entry = model.entry(job.text());
      assertThat(job.attempt()).isEqualTo(entry.attempts);
      assertThat(job.id().dueMillis()).isEqualTo(entry.due);
      entry.lease = job.lease();
    }
    taken.addAll(given);
  }

  /** Some of the jobs that were ever taken and not yet seen to, each once. */
  private List<Job> some() {
    List<Job> some = new ArrayList<>();
    for (int i = random.nextInt(50); i > 0 && !taken.isEmpty(); i--) {
      some.add(taken.remove(random.nextInt(taken.size())));
    }
    return some;
  }

  private List<Lease> refused(List<Job> jobs) {
    return jobs.stream().filter(job -> !model.holds(job.text(), job.lease())).map(Job::lease).toList();
  }

  private static List<Lease> leases(List<Job> jobs) {
    return jobs.stream().map(Job::lease).toList();
  }

  private void done() {
    List<Job> jobs = some();
    List<Lease> refused = refused(jobs);
    assertThat(queue().done(leases(jobs))).isEqualTo(refused);
    jobs.stream().filter(job -> !refused.contains(job.lease())).forEach(job -> model.remove(job.text()));
  }

  private void retry() {
    Duration after = Duration.ofMillis(random.nextInt(50_000));
    List<Job> jobs = some();
    List<Lease> refused = refused(jobs);
    assertThat(queue().retry(jobs.stream().map(job -> new Retry(job.lease(), after, "why")).toList()))
        .isEqualTo(refused);
    jobs.stream().filter(job -> !refused.contains(job.lease())).forEach(job -> model.retry(job.text(), after));
  }

  private void extend() {
    Duration lease = Duration.ofMillis(1 + random.nextInt(90_000));
    List<Job> jobs = some();
    List<Lease> refused = refused(jobs);
    assertThat(queue().extend(leases(jobs), lease)).isEqualTo(refused);
    jobs.stream().filter(job -> !refused.contains(job.lease())).forEach(job -> model.extend(job.text(), lease));
    taken.addAll(jobs);
  }

  private void bury() {
    List<Job> jobs = some();
    List<Lease> refused = refused(jobs);
    assertThat(queue().bury(leases(jobs), "had enough")).isEqualTo(refused);
    jobs.stream().filter(job -> !refused.contains(job.lease())).forEach(job -> model.bury(job.text()));
  }

  private void cancel(String namespace) {
    JobState state = STATES.get(random.nextInt(STATES.size()));
    List<Job> jobs = queue().peek(namespace, state, 1 + random.nextInt(10));
    List<JobId> ids = jobs.stream().map(Job::id).toList();
    assertThat(queue().cancel(ids)).isEqualTo(ids);
    assertThat(queue().cancel(ids)).isEmpty();
    jobs.forEach(job -> model.remove(job.text()));
  }

  private void kick(String namespace) {
    List<Job> jobs = queue().peek(namespace, JobState.BURIED, 1 + random.nextInt(10));
    List<JobId> ids = jobs.stream().map(Job::id).toList();
    assertThat(queue().kick(ids)).isEqualTo(ids);
    jobs.forEach(job -> model.kick(job.text()));
  }

  private void compare(String namespace) {
    for (JobState state : STATES) {
      assertThat(queue().peek(namespace, state, 100_000)).extracting(Job::text).as("%s in %s", state, namespace)
          .isEqualTo(model.list(namespace, state));
    }
    Set<String> used = new HashSet<>();
    for (Counts counts : queue().counts()) {
      used.add(counts.namespace());
      assertThat(counts.waiting()).isEqualTo(model.list(counts.namespace(), JobState.WAITING).size());
      assertThat(counts.ready()).isEqualTo(model.dueBefore(counts.namespace(), clock.now().toEpochMilli() + 1));
      assertThat(counts.leased()).isEqualTo(model.list(counts.namespace(), JobState.LEASED).size());
      assertThat(counts.buried()).isEqualTo(model.list(counts.namespace(), JobState.BURIED).size());
    }
    assertThat(NAMESPACES).containsAll(used);
    var edge = clock.now().plusMillis(random.nextInt(60_000));
    assertThat(queue().dueTimes(namespace, List.of(edge)).getFirst())
        .isEqualTo(model.dueBefore(namespace, edge.toEpochMilli()));
  }
}
