package io.nuthatch.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.nuthatch.queue.embedded.EmbeddedJobQueue;
import io.nuthatch.queue.embedded.EmbeddedSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobRunnerTest {

  private static final BackoffPolicy QUICK = new BackoffPolicy(Duration.ofMillis(2), Duration.ofMillis(20), 0.5);

  @TempDir
  Path directory;

  private JobQueue queue;

  @BeforeEach
  void open() {
    queue = EmbeddedJobQueue.open(directory,
        EmbeddedSettings.defaults().withSegments(1 << 20, 1000).withMaxAttempts(4), QueueTime.system());
  }

  @AfterEach
  void close() {
    queue.close();
  }

  private JobRunner start(int concurrency, JobHandler handler) {
    return JobRunner.start(queue, settings(concurrency), handler);
  }

  private static RunnerSettings settings(int concurrency) {
    return RunnerSettings.of("work", concurrency).withBackoff(QUICK);
  }

  private void schedule(int count) {
    List<NewJob> jobs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      jobs.add(NewJob.in("work", Integer.toString(i), Duration.ofMillis(i % 50)));
    }
    queue.schedule(jobs);
  }

  private Counts counts() {
    return queue.counts().getFirst();
  }

  @Test
  void closingAgain_doesNothing() {
    JobRunner runner = start(3, job -> JobOutcome.DONE);
    runner.close();

    assertTimeoutPreemptively(Duration.ofSeconds(10), runner::close);
  }

  @Test
  void everyJob_isRunOnce_andNeverMoreThanAllowedAtATime() {
    schedule(2000);
    Set<String> seen = Collections.synchronizedSet(new HashSet<>());
    AtomicInteger atATime = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();

    try (JobRunner runner = start(7, job -> {
      most.accumulateAndGet(atATime.incrementAndGet(), Math::max);
      assertThat(seen.add(job.text())).isTrue();
      atATime.decrementAndGet();
      return JobOutcome.DONE;
    })) {
      await().untilAsserted(() -> assertThat(runner.figures().done()).isEqualTo(2000));
      await().untilAsserted(() -> assertThat(runner.figures().inHand()).isZero());
      assertThat(runner.figures().faults()).isZero();
    }
    assertThat(most.get()).isBetween(1, 7);
    assertThat(seen).hasSize(2000);
    assertThat(counts().waiting() + counts().leased() + counts().buried()).isZero();
  }

  @Test
  void failure_isRetriedUntilItSucceeds() {
    schedule(20);
    AtomicInteger calls = new AtomicInteger();

    try (JobRunner runner = start(5, job -> {
      calls.incrementAndGet();
      if (job.attempt() < 3) {
        throw new IllegalStateException("not yet");
      }
      assertThat(job.lastError()).isEqualTo("IllegalStateException: not yet");
      return JobOutcome.DONE;
    })) {
      await().untilAsserted(() -> assertThat(runner.figures().done()).isEqualTo(20));
      assertThat(runner.figures().retried()).isEqualTo(40);
    }
    assertThat(calls).hasValue(60);
  }

  @Test
  void failurePastTheLimit_isBuried() {
    schedule(3);

    try (JobRunner runner = start(2, job -> {
      throw new IllegalStateException("never");
    })) {
      await().untilAsserted(() -> assertThat(counts().buried()).isEqualTo(3));
      await().untilAsserted(() -> assertThat(runner.figures().inHand()).isZero());
    }
    assertThat(queue.peek("work", JobState.BURIED, 9)).hasSize(3)
        .allMatch(job -> "IllegalStateException: never".equals(job.lastError()) && job.attempt() == 4);
  }

  @Test
  void hopelessJob_isBuriedAtOnce() {
    schedule(2);

    try (JobRunner runner = start(2, job -> {
      if (job.text().equals("0")) {
        throw QueueException.caller("no such account");
      }
      return new JobOutcome.Hopeless("no such post");
    })) {
      await().untilAsserted(() -> assertThat(runner.figures().buried()).isEqualTo(2));
    }
    assertThat(queue.peek("work", JobState.BURIED, 9)).extracting(Job::lastError)
        .containsExactlyInAnyOrder("QueueException: no such account", "no such post");
  }

  @Test
  void longWork_keepsItsLease() throws InterruptedException {
    schedule(1);
    AtomicInteger calls = new AtomicInteger();
    CountDownLatch finish = new CountDownLatch(1);
    RunnerSettings brief = settings(3).withLease(Duration.ofMillis(150));
    long began = System.nanoTime();

    try (JobRunner runner = JobRunner.start(queue, brief, job -> {
      calls.incrementAndGet();
      finish.await();
      return JobOutcome.DONE;
    })) {
      await().pollDelay(Duration.ofMillis(600)).until(() -> System.nanoTime() - began > 600_000_000);
      finish.countDown();
      await().untilAsserted(() -> assertThat(runner.figures().done()).isOne());
      assertThat(runner.figures().lost()).isZero();
    }
    assertThat(calls).hasValue(1);
  }

  @Test
  void handlerWhoseJobIsTakenAway_isInterrupted() {
    schedule(1);
    AtomicBoolean interrupted = new AtomicBoolean();
    CountDownLatch never = new CountDownLatch(1);
    RunnerSettings brief = settings(1).withLease(Duration.ofMillis(60));

    try (JobRunner runner = JobRunner.start(queue, brief, job -> {
      try {
        never.await();
      } catch (InterruptedException e) {
        interrupted.set(true);
      }
      return JobOutcome.DONE;
    })) {
      await().until(() -> runner.figures().inHand() == 1 && counts().leased() == 1);
      queue.cancel(List.of(queue.peek("work", JobState.LEASED, 1).getFirst().id()));

      await().untilTrue(interrupted);
      await().untilAsserted(() -> assertThat(runner.figures().lost()).isOne());
      await().untilAsserted(() -> assertThat(runner.figures().inHand()).isZero());
    }
  }

  @Test
  void closing_waitsForWorkInHand_andTakesNoMore() {
    schedule(100);
    AtomicInteger started = new AtomicInteger();
    AtomicInteger finished = new AtomicInteger();
    CountDownLatch four = new CountDownLatch(4);
    JobRunner runner = start(4, job -> {
      started.incrementAndGet();
      four.countDown();
      four.await();
      finished.incrementAndGet();
      return JobOutcome.DONE;
    });
    await().until(() -> four.getCount() == 0);

    runner.close();

    assertThat(finished.get()).isEqualTo(started.get());
    assertThat(runner.figures().done()).isEqualTo(finished.get());
    assertThat(counts().leased()).isZero();
    assertThat(counts().waiting()).isEqualTo(100L - finished.get());
  }

  @Test
  void closing_interruptsWorkThatTakesTooLong_andGivesItBack() {
    schedule(2);
    CountDownLatch never = new CountDownLatch(1);
    CompletableFuture<JobOutcome> stubborn = new CompletableFuture<>();
    JobRunner runner = JobRunner.start(queue, settings(2).withDrain(Duration.ofMillis(50)), job -> {
      if (job.text().equals("0")) {
        never.await();
      }
      return stubborn.join();
    });
    await().until(() -> runner.figures().inHand() == 2);

    runner.close();
    stubborn.complete(JobOutcome.DONE);

    assertThat(counts().leased()).isZero();
    assertThat(counts().waiting()).isEqualTo(2);
  }

  @Test
  void interruptedCallers_doNoHarmToTheQueue() {
    var random = new Random(5);
    List<Thread> threads = new ArrayList<>();
    AtomicInteger scheduled = new AtomicInteger();
    AtomicBoolean stop = new AtomicBoolean();
    for (int i = 0; i < 4; i++) {
      threads.add(Thread.ofVirtual().start(() -> {
        while (!stop.get()) {
          queue.schedule("work", new byte[50], Duration.ZERO);
          scheduled.incrementAndGet();
          var _ = Thread.interrupted();
        }
      }));
    }
    await().until(() -> {
      threads.get(random.nextInt(threads.size())).interrupt();
      return scheduled.get() > 3000;
    });
    stop.set(true);
    await().until(() -> threads.stream().noneMatch(Thread::isAlive));

    assertThat(counts().ready()).isEqualTo(scheduled.get());
  }

  @Test
  void backoff_doublesUpToItsLimit_andIsSpread() {
    var policy = new BackoffPolicy(Duration.ofSeconds(1), Duration.ofSeconds(60), 0.5);
    var random = new Random(1);
    for (int attempts = 1; attempts < 100; attempts++) {
      long full = attempts > 6 ? 60_000 : 1000L << (attempts - 1);
      assertThat(policy.after(attempts, random).toMillis()).isBetween(full / 2, full);
    }
  }
}
