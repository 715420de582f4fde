package io.nuthatch.queue.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.queue.Job;
import io.nuthatch.queue.JobId;
import io.nuthatch.queue.JobQueue;
import io.nuthatch.queue.JobQueueContract;
import io.nuthatch.queue.JobState;
import io.nuthatch.queue.Lease;
import io.nuthatch.queue.NewJob;
import io.nuthatch.queue.QueueException;
import io.nuthatch.queue.QueueTime;
import io.nuthatch.queue.Retry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedJobQueueTest extends JobQueueContract {

  /** Small enough that jobs go through every kind of file. */
  private static final EmbeddedSettings SMALL = EmbeddedSettings.defaults().withSegments(1 << 17, 256)
      .withMaxAttempts(MAX_ATTEMPTS);

  @TempDir
  Path directory;

  @Override
  protected JobQueue open(QueueTime time) {
    return EmbeddedJobQueue.open(directory.resolve("jobs"), SMALL, time);
  }

  private EmbeddedJobQueue reopened(JobQueue old) {
    old.close();
    return EmbeddedJobQueue.open(directory.resolve("jobs"), SMALL, clock.time());
  }

  private static List<NewJob> jobs(int count, Duration delay) {
    List<NewJob> jobs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      jobs.add(NewJob.in("a", "job " + i, delay.plusMillis(i)));
    }
    return jobs;
  }

  private static List<Lease> leases(List<Job> jobs) {
    return jobs.stream().map(Job::lease).toList();
  }

  @Test
  void everyState_survivesReopening() {
    queue().schedule(jobs(5, Duration.ZERO));
    queue().schedule(jobs(1000, Duration.ofDays(20)));
    clock.advance(Duration.ofSeconds(1));
    List<Job> five = queue().take("a", 5, MINUTE);
    queue().done(leases(five.subList(0, 1)));
    queue().bury(leases(five.subList(1, 2)), "broken");
    queue().retry(List.of(new Retry(five.get(2).lease(), MINUTE, "again")));

    try (EmbeddedJobQueue again = reopened(queue())) {
      assertThat(again.counts().getFirst().ready()).isEqualTo(2);
      assertThat(again.counts().getFirst().delayed()).isEqualTo(1001);
      assertThat(again.counts().getFirst().leased()).isZero();
      assertThat(again.peek("a", JobState.BURIED, 9).getFirst().lastError()).isEqualTo("broken");
      List<Job> back = again.take("a", 5, MINUTE);
      assertThat(back).extracting(Job::text).containsExactly("job 3", "job 4");
      assertThat(back).allMatch(job -> job.attempt() == 2);
      assertThat(again.done(leases(five.subList(3, 4)))).as("leases of the time before").hasSize(1);
      clock.advance(Duration.ofDays(21));
      assertThat(again.take("a", 2000, MINUTE)).hasSize(1003).extracting(Job::lastError).contains("again");
    }
  }

  @Test
  void attempts_areCountedAcrossReopening_andEndInTheGround() {
    queue().schedule("a", new byte[1], Duration.ZERO);
    JobQueue current = queue();
    for (int i = 1; i <= MAX_ATTEMPTS; i++) {
      assertThat(current.take("a", 1, MINUTE).getFirst().attempt()).isEqualTo(i);
      current = reopened(current);
    }
    assertThat(current.take("a", 1, MINUTE)).isEmpty();
    assertThat(current.peek("a", JobState.BURIED, 1)).hasSize(1);
    current.close();
  }

  @Test
  void finishedFiles_areRemoved() {
    for (int round = 0; round < 20; round++) {
      queue().schedule(jobs(500, Duration.ZERO));
      clock.advance(Duration.ofSeconds(1));
      assertThat(queue().done(leases(queue().take("a", 500, MINUTE)))).isEmpty();
    }

    Awaitility.await().untilAsserted(() -> assertThat(files()).noneMatch(name -> name.startsWith("page"))
        .filteredOn(name -> name.startsWith("segment")).hasSizeLessThan(4));
  }

  @Test
  void manySmallPages_becomeFew() {
    for (int round = 0; round < 60; round++) {
      queue().schedule(jobs(300, Duration.ZERO));
      queue().schedule(jobs(3, Duration.ofDays(round)));
      clock.advance(Duration.ofSeconds(1));
      assertThat(queue().done(leases(queue().take("a", 290, MINUTE)))).isEmpty();
    }

    Awaitility.await().untilAsserted(
        () -> assertThat(files()).filteredOn(name -> name.startsWith("page")).hasSizeLessThan(2 * PageMerge.FEW));
    long waiting = queue().counts().getFirst().waiting();
    try (EmbeddedJobQueue again = reopened(queue())) {
      assertThat(again.counts().getFirst().waiting()).isEqualTo(waiting);
      clock.advance(Duration.ofDays(100));
      List<JobId> given = new ArrayList<>();
      for (List<Job> some = again.take("a", 100, MINUTE); !some.isEmpty(); some = again.take("a", 100, MINUTE)) {
        some.forEach(job -> given.add(job.id()));
        assertThat(again.done(leases(some))).isEmpty();
      }
      assertThat(given).hasSize((int) waiting).isSorted();
    }
  }

  @Test
  void manyPending_comeFromFewPages() {
    for (int round = 0; round < 200; round++) {
      queue().schedule(jobs(240, Duration.ofMinutes(round % 50)));
      queue().schedule(jobs(240, Duration.ofDays(20)));
    }

    Awaitility.await().untilAsserted(
        () -> assertThat(files()).filteredOn(name -> name.startsWith("page")).hasSizeLessThan(150));
    assertThat(queue().counts().getFirst().waiting()).isEqualTo(96_000);
    clock.advance(Duration.ofHours(1));
    List<JobId> given = new ArrayList<>();
    for (List<Job> some = queue().take("a", 1000, MINUTE); !some.isEmpty(); some = queue().take("a", 1000, MINUTE)) {
      some.forEach(job -> given.add(job.id()));
      assertThat(queue().done(leases(some))).isEmpty();
    }
    assertThat(given).hasSize(48_000).isSorted();
  }

  @Test
  void leasesHeldWhilePagesMove_stayGood() {
    List<Lease> held = new ArrayList<>();
    for (int round = 0; round < 40; round++) {
      queue().schedule(jobs(300, Duration.ZERO));
      clock.advance(Duration.ofMillis(500));
      List<Lease> taken = leases(queue().take("a", 300, Duration.ofHours(1)));
      held.addAll(taken.subList(0, 5));
      assertThat(queue().done(taken.subList(5, taken.size()))).isEmpty();
    }

    assertThat(queue().done(held)).isEmpty();
    assertThat(queue().take("a", 1, MINUTE)).isEmpty();
    assertThat(queue().counts().getFirst().waiting()).isZero();
  }

  @Test
  void secondQueueInTheSameDirectory_isRefused() {
    assertThatThrownBy(() -> open(clock.time())).isInstanceOf(QueueException.class)
        .hasMessageContaining("open already");
  }

  @Test
  void closedQueue_saysSo() {
    queue().close();

    assertThatThrownBy(() -> queue().take("a", 1, MINUTE)).isInstanceOf(QueueException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void dataTooLong_isRefused_andTheQueueGoesOn() {
    assertThatThrownBy(() -> queue().schedule("a", new byte[1 << 17], Duration.ZERO))
        .isInstanceOf(QueueException.class).hasMessageContaining("at most");
    queue().schedule("a", new byte[1 << 15], Duration.ZERO);
    assertThat(queue().take("a", 1, MINUTE).getFirst().data()).hasSize(1 << 15);
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("jobs"))) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
