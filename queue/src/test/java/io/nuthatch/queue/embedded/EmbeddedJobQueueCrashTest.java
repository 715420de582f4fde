package io.nuthatch.queue.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.queue.Job;
import io.nuthatch.queue.JobId;
import io.nuthatch.queue.JobState;
import io.nuthatch.queue.QueueTime;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that works on a queue is killed at a random moment, again and again on the same files. Whatever it was told
 * is scheduled must be there, whatever it was told is removed must not, and the order must hold.
 */
class EmbeddedJobQueueCrashTest {

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path directory;

  /** What the child said of each job since it was started; what was there before counts as scheduled. */
  private final Set<String> scheduling = new HashSet<>();
  private final Set<String> scheduled = new HashSet<>();
  private final Set<String> removing = new HashSet<>();
  private final Set<String> removed = new HashSet<>();

  @Test
  void killedProcess_losesNothingAcknowledged_andBringsNothingBack() throws Exception {
    long seed = Long.getLong("nuthatch.seed", 4711);
    int rounds = Integer.getInteger("nuthatch.rounds", 12);
    var random = new Random(seed);
    for (int round = 0; round < rounds; round++) {
      long roundSeed = random.nextInt(1_000_000);
      runAndKill(roundSeed, random.nextInt(250));
      String where = "seed " + seed + ", round " + round + ", files in " + directory;
      try (var queue = EmbeddedJobQueue.open(directory, CrashChild.SETTINGS, QueueTime.system())) {
        compare(queue, where);
        if (round % 5 == 4) {
          drain(queue, where);
        }
      }
    }
  }

  private void runAndKill(long seed, int millis) throws IOException, InterruptedException {
    Process child = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m", "-cp", System.getProperty("java.class.path"),
        CrashChild.class.getName(), directory.toString(), Long.toString(seed)).redirectErrorStream(true).start();
    var hook = new Thread(child::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(hook);
    try (BufferedReader lines = child.inputReader(StandardCharsets.UTF_8)) {
      String line = lines.readLine();
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
      while (line != null && System.nanoTime() < end) {
        note(line);
        line = lines.readLine();
      }
      assertThat(child.toHandle().destroyForcibly()).isTrue();
      for (; line != null; line = lines.readLine()) {
        note(line);
      }
      assertThat(child.waitFor(20, TimeUnit.SECONDS)).isTrue();
    } finally {
      child.destroyForcibly();
      Runtime.getRuntime().removeShutdownHook(hook);
    }
  }

  /** The last line may be cut off; a whole one ends with a full stop. */
  private void note(String line) {
    if (!line.endsWith(".")) {
      return;
    }
    int space = line.indexOf(' ');
    List<String> names = List.of(line.substring(space + 1, line.length() - 1).split(","));
    switch (line.substring(0, space)) {
      case "schedules" -> scheduling.addAll(names);
      case "scheduled" -> scheduled.addAll(names);
      case "removes" -> removing.addAll(names);
      case "removed" -> removed.addAll(names);
      default -> throw new AssertionError("the child said: " + line);
    }
  }

  private void compare(EmbeddedJobQueue queue, String where) {
    Set<String> found = new HashSet<>();
    for (String namespace : CrashChild.NAMESPACES) {
      for (JobState state : List.of(JobState.WAITING, JobState.BURIED)) {
        List<Job> jobs = queue.peek(namespace, state, 1_000_000);
        assertThat(jobs).as(where).extracting(Job::id).isSorted();
        jobs.forEach(job -> assertThat(found.add(job.text())).as("%s: %s is there twice", where, job).isTrue());
      }
    }
    assertThat(queue.damages()).as(where).isEmpty();
    Set<String> certain = new HashSet<>(scheduled);
    certain.removeAll(removing);
    certain.removeAll(found);
    assertThat(certain).as("%s: lost", where).isEmpty();
    Set<String> unexpected = new HashSet<>(found);
    unexpected.removeIf(name -> (scheduling.contains(name) || scheduled.contains(name)) && !removed.contains(name));
    assertThat(unexpected).as("%s: come back", where).isEmpty();
    List.of(scheduling, scheduled, removing, removed).forEach(Set::clear);
    scheduled.addAll(found);
  }

  private void drain(EmbeddedJobQueue queue, String where) {
    queue.close();
    Instant later = Instant.now().plus(Duration.ofDays(1));
    try (var drained = EmbeddedJobQueue.open(directory, CrashChild.SETTINGS, QueueTime.of(() -> later))) {
      for (String namespace : CrashChild.NAMESPACES) {
        List<JobId> order = new ArrayList<>();
        for (List<Job> some = take(drained, namespace); !some.isEmpty(); some = take(drained, namespace)) {
          some.forEach(job -> {
            order.add(job.id());
            assertThat(scheduled.remove(job.text())).as("%s: %s", where, job).isTrue();
          });
          assertThat(drained.done(some.stream().map(Job::lease).toList())).as(where).isEmpty();
        }
        assertThat(order).as(where).isSorted();
        assertThat(drained.counts()).allMatch(counts -> counts.leased() == 0);
        drained.peek(namespace, JobState.BURIED, 1_000_000).forEach(job -> assertThat(scheduled).contains(job.text()));
      }
    }
  }

  private static List<Job> take(EmbeddedJobQueue queue, String namespace) {
    return queue.take(namespace, 50, Duration.ofMinutes(1));
  }
}
