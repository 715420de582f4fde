package io.nuthatch.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.model.NuthatchException.Kind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every job queue does. */
public abstract class JobQueueContract {

  protected static final Duration MINUTE = Duration.ofMinutes(1);
  protected static final int MAX_ATTEMPTS = 3;

  protected final TurnedClock clock = new TurnedClock();
  private JobQueue queue;

  /** An empty queue that buries after {@link #MAX_ATTEMPTS} attempts. */
  protected abstract JobQueue open(QueueTime time);

  @BeforeEach
  final void openQueue() {
    queue = open(clock.time());
  }

  @AfterEach
  final void closeQueue() {
    queue.close();
  }

  protected final JobQueue queue() {
    return queue;
  }

  private JobId schedule(String data, Duration delay) {
    return queue.schedule("a", data.getBytes(StandardCharsets.UTF_8), delay);
  }

  private List<Job> take(int max) {
    return queue.take("a", max, MINUTE);
  }

  private static List<String> texts(List<Job> jobs) {
    return jobs.stream().map(Job::text).toList();
  }

  private static List<Lease> leases(List<Job> jobs) {
    return jobs.stream().map(Job::lease).toList();
  }

  private Counts counts() {
    return queue.counts().stream().filter(counts -> counts.namespace().equals("a")).findFirst().orElseThrow();
  }

  @Test
  void delayedJob_isGivenWhenItsTimeHasCome_andNotBefore() {
    JobId id = schedule("x", MINUTE);

    clock.advance(MINUTE.minusMillis(1));
    assertThat(take(10)).isEmpty();
    clock.advance(Duration.ofMillis(1));

    Job job = take(10).getFirst();
    assertThat(job.id()).isEqualTo(id);
    assertThat(job.text()).isEqualTo("x");
    assertThat(job.due()).isEqualTo(clock.now());
    assertThat(job.attempt()).isEqualTo(1);
    assertThat(job.lastError()).isNull();
    assertThat(take(10)).isEmpty();
  }

  @Test
  void jobs_leaveByDueTime_thenByArrival() {
    schedule("3", Duration.ofSeconds(3));
    schedule("1a", Duration.ofSeconds(1));
    schedule("2", Duration.ofSeconds(2));
    schedule("1b", Duration.ofSeconds(1));
    clock.advance(MINUTE);
    schedule("now", Duration.ZERO);

    assertThat(texts(take(2))).containsExactly("1a", "1b");
    assertThat(texts(take(10))).containsExactly("2", "3", "now");
  }

  @Test
  void namespaces_areApart() {
    queue.schedule(List.of(NewJob.in("a", "1", Duration.ZERO), NewJob.in("b", "2", Duration.ZERO)));

    assertThat(texts(queue.take("b", 10, MINUTE))).containsExactly("2");
    assertThat(texts(queue.take("a", 10, MINUTE))).containsExactly("1");
    assertThat(queue.take("never-heard-of", 10, MINUTE)).isEmpty();
  }

  @Test
  void doneJob_isGone() {
    schedule("x", Duration.ZERO);

    assertThat(queue.done(leases(take(1)))).isEmpty();

    clock.advance(Duration.ofDays(1));
    assertThat(take(1)).isEmpty();
    assertThat(counts().waiting() + counts().leased() + counts().buried()).isZero();
  }

  @Test
  void expiredLease_isOfferedAgain_inItsOldPlace() {
    schedule("first", Duration.ZERO);
    Job first = take(1).getFirst();
    clock.advance(Duration.ofSeconds(1));
    schedule("second", Duration.ZERO);
    clock.advance(MINUTE);

    List<Job> again = take(10);

    assertThat(texts(again)).containsExactly("first", "second");
    assertThat(again.getFirst().attempt()).isEqualTo(2);
    assertThat(again.getFirst().id()).isEqualTo(first.id());
  }

  @Test
  void oldLease_isRefused_afterTheJobWasGivenToAnother() {
    schedule("x", Duration.ZERO);
    Lease old = take(1).getFirst().lease();
    clock.advance(MINUTE);
    Lease current = take(1).getFirst().lease();

    assertThat(queue.done(List.of(old))).containsExactly(old);
    assertThat(queue.retry(List.of(new Retry(old, MINUTE, "late")))).containsExactly(old);
    assertThat(queue.extend(List.of(old), MINUTE)).containsExactly(old);
    assertThat(queue.bury(List.of(old), "late")).containsExactly(old);
    assertThat(queue.done(List.of(current))).isEmpty();
    assertThat(queue.done(List.of(current))).containsExactly(current);
  }

  @Test
  void leaseThatRanOut_isStillGood_whileNobodyElseHasTheJob() {
    schedule("x", Duration.ZERO);
    schedule("y", Duration.ZERO);
    List<Lease> late = leases(take(2));
    clock.advance(MINUTE.multipliedBy(2));

    assertThat(queue.done(late.subList(0, 1))).isEmpty();
    assertThat(queue.extend(late.subList(1, 2), MINUTE)).isEmpty();
    assertThat(take(10)).isEmpty();
    clock.advance(MINUTE);
    assertThat(texts(take(10))).containsExactly("y");
  }

  @Test
  void sameLeaseTwiceInOneCall_isRefusedOnce() {
    schedule("x", Duration.ZERO);
    Lease lease = take(1).getFirst().lease();

    assertThat(queue.retry(List.of(new Retry(lease, MINUTE, "a"), new Retry(lease, MINUTE, "b"))))
        .containsExactly(lease);
    assertThat(counts().waiting()).isOne();
  }

  @Test
  void extendedLease_keepsTheJob() {
    schedule("x", Duration.ZERO);
    Lease lease = take(1).getFirst().lease();
    clock.advance(Duration.ofSeconds(50));

    assertThat(queue.extend(List.of(lease), MINUTE)).isEmpty();

    clock.advance(Duration.ofSeconds(50));
    assertThat(take(1)).isEmpty();
    clock.advance(Duration.ofSeconds(10));
    assertThat(take(1)).hasSize(1);
  }

  @Test
  void shortenedLease_endsEarlier() {
    schedule("x", Duration.ZERO);
    Lease lease = take(1).getFirst().lease();

    assertThat(queue.extend(List.of(lease), Duration.ofSeconds(1))).isEmpty();

    clock.advance(Duration.ofSeconds(1));
    assertThat(take(1)).hasSize(1);
  }

  @Test
  void retriedJob_waits_andTellsWhatWentWrong() {
    schedule("x", Duration.ZERO);

    assertThat(queue.retry(List.of(new Retry(take(1).getFirst().lease(), MINUTE, "quota")))).isEmpty();

    assertThat(take(1)).isEmpty();
    clock.advance(MINUTE);
    Job again = take(1).getFirst();
    assertThat(again.text()).isEqualTo("x");
    assertThat(again.attempt()).isEqualTo(2);
    assertThat(again.lastError()).isEqualTo("quota");
    assertThat(queue.cancel(List.of(again.id()))).containsExactly(again.id());
  }

  @Test
  void lastAttemptRetried_isBuriedWithItsReason_andCanBeKicked() {
    schedule("x", Duration.ZERO);
    for (int i = 1; i <= MAX_ATTEMPTS; i++) {
      Job job = take(1).getFirst();
      assertThat(job.attempt()).isEqualTo(i);
      assertThat(queue.retry(List.of(new Retry(job.lease(), Duration.ZERO, "failure " + i)))).isEmpty();
    }
    assertThat(take(1)).isEmpty();
    Job buried = queue.peek("a", JobState.BURIED, 10).getFirst();
    assertThat(buried.lastError()).isEqualTo("failure " + MAX_ATTEMPTS);
    assertThat(counts().buried()).isOne();

    assertThat(queue.kick(List.of(buried.id()))).containsExactly(buried.id());

    assertThat(queue.kick(List.of(buried.id()))).isEmpty();
    Job kicked = take(1).getFirst();
    assertThat(kicked.text()).isEqualTo("x");
    assertThat(kicked.attempt()).isEqualTo(1);
  }

  @Test
  void jobWhoseWorkersDie_isBuriedInTheEnd() {
    schedule("poison", Duration.ZERO);
    for (int i = 0; i < MAX_ATTEMPTS; i++) {
      assertThat(take(1)).hasSize(1);
      clock.advance(MINUTE);
    }

    assertThat(take(1)).isEmpty();

    assertThat(texts(queue.peek("a", JobState.BURIED, 10))).containsExactly("poison");
    assertThat(counts().leased()).isZero();
  }

  @Test
  void buriedJob_isNeitherGivenNorLost() {
    schedule("x", Duration.ZERO);

    assertThat(queue.bury(leases(take(1)), "no such account")).isEmpty();

    clock.advance(Duration.ofDays(100));
    assertThat(take(1)).isEmpty();
    Job buried = queue.peek("a", JobState.BURIED, 1).getFirst();
    assertThat(buried.lastError()).isEqualTo("no such account");
    assertThat(queue.cancel(List.of(buried.id()))).containsExactly(buried.id());
    assertThat(counts().buried()).isZero();
  }

  @Test
  void cancelledJob_isGone_whateverItsState() {
    JobId waiting = schedule("waiting", MINUTE);
    JobId leased = schedule("leased", Duration.ZERO);
    Lease lease = take(1).getFirst().lease();
    JobId unknown = new JobId(waiting.dueMillis() + 1, waiting.sequence());

    assertThat(queue.cancel(List.of(waiting, unknown, leased))).containsExactly(waiting, leased);

    assertThat(queue.cancel(List.of(waiting, leased))).isEmpty();
    assertThat(queue.done(List.of(lease))).containsExactly(lease);
    clock.advance(Duration.ofDays(1));
    assertThat(take(10)).isEmpty();
    assertThat(counts().waiting() + counts().leased()).isZero();
  }

  @Test
  void purge_emptiesANamespace_butNotWhatIsUnderALease() {
    schedule("leased", Duration.ZERO);
    Lease lease = take(1).getFirst().lease();
    schedule("ready", Duration.ZERO);
    schedule("buried", Duration.ZERO);
    queue.bury(leases(queue.take("a", 2, MINUTE).subList(1, 2)), "why not");
    schedule("later", Duration.ofDays(30));
    queue.schedule("b", new byte[0], Duration.ZERO);
    clock.advance(Duration.ofSeconds(59));

    assertThat(queue.purge("a")).isEqualTo(2);

    assertThat(counts().buried()).isZero();
    assertThat(counts().leased()).isEqualTo(2);
    assertThat(queue.done(List.of(lease))).isEmpty();
    clock.advance(Duration.ofDays(31));
    assertThat(texts(take(10))).containsExactly("ready");
    assertThat(queue.take("b", 1, MINUTE)).hasSize(1);
    assertThat(queue.purge("unheard-of")).isZero();
  }

  @Test
  void counts_tellStates_andDueTimes() {
    for (int hour = 0; hour < 10; hour++) {
      schedule("h" + hour, Duration.ofHours(hour));
    }
    take(1);
    clock.advance(Duration.ofHours(2));

    Counts counts = counts();

    assertThat(counts.leased()).isZero();
    assertThat(counts.ready()).isEqualTo(3);
    assertThat(counts.delayed()).isEqualTo(7);
    assertThat(counts.oldestDue()).isEqualTo(clock.now().minus(Duration.ofHours(2)));
    assertThat(queue.dueTimes("a",
        List.of(clock.now(), clock.now().plus(Duration.ofHours(1)), clock.now().plus(Duration.ofHours(4)))))
        .containsExactly(2L, 1L, 3L, 4L);
    take(2);
    assertThat(counts().leased()).isEqualTo(2);
    assertThat(counts().ready()).isOne();
    assertThat(counts().lateness().longest()).isEqualTo(Duration.ofHours(2));
  }

  @Test
  void peek_showsJobsInOrder_andTakesNothing() {
    schedule("2", Duration.ofHours(2));
    schedule("1", Duration.ofHours(1));
    schedule("0", Duration.ZERO);
    Job leased = take(1).getFirst();

    assertThat(texts(queue.peek("a", JobState.WAITING, 10))).containsExactly("1", "2");
    assertThat(texts(queue.peek("a", JobState.WAITING, 1))).containsExactly("1");
    assertThat(texts(queue.peek("a", JobState.LEASED, 10))).containsExactly("0");
    Lease peeked = queue.peek("a", JobState.LEASED, 1).getFirst().lease();
    assertThat(queue.done(List.of(peeked))).containsExactly(peeked);
    assertThat(queue.done(List.of(leased.lease()))).isEmpty();
  }

  @Test
  void largeBatch_keepsOrder() {
    List<NewJob> jobs = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      jobs.add(NewJob.in(i % 3 == 0 ? "b" : "a", Integer.toString(i), Duration.ofMillis(i / 100)));
    }
    assertThat(queue.schedule(jobs)).hasSize(3000).doesNotHaveDuplicates();
    clock.advance(MINUTE);

    List<Integer> given = new ArrayList<>();
    for (List<Job> some = take(700); !some.isEmpty(); some = take(700)) {
      some.forEach(job -> given.add(Integer.valueOf(job.text())));
      assertThat(queue.done(leases(some))).isEmpty();
    }

    assertThat(given).hasSize(2000).isSorted();
  }

  @Test
  void dataOfAnyLength_comesBackAsItWas() {
    byte[] data = new byte[12_345];
    for (int i = 0; i < data.length; i++) {
      data[i] = (byte) (i * 31);
    }
    queue.schedule("a", data, Duration.ZERO);
    queue.schedule("a", new byte[0], Duration.ZERO);

    List<Job> jobs = take(2);

    assertThat(jobs.get(0).data()).isEqualTo(data);
    assertThat(jobs.get(1).data()).isEmpty();
  }

  @Test
  void nonsense_isRefusedWithAReason() {
    assertThatThrownBy(() -> schedule("x", Duration.ofMillis(-1))).isInstanceOf(QueueException.class)
        .hasMessageContaining("delay");
    assertThatThrownBy(() -> queue.take("a", 0, MINUTE)).isInstanceOf(QueueException.class);
    assertThatThrownBy(() -> queue.take("a", 1, Duration.ZERO)).isInstanceOf(QueueException.class);
    assertThatThrownBy(() -> queue.schedule(" ", new byte[0], MINUTE)).isInstanceOf(QueueException.class);
    assertThatThrownBy(() -> JobId.parse("seven")).isInstanceOfSatisfying(QueueException.class,
        e -> assertThat(e.kind()).isEqualTo(Kind.CALLER));
    assertThat(queue.schedule(List.of())).isEmpty();
    assertThat(queue.done(List.of())).isEmpty();
  }

  @Test
  void id_survivesBeingWrittenDown() {
    JobId id = schedule("x", MINUTE);

    assertThat(JobId.parse(id.toString())).isEqualTo(id);
  }

  @Test
  void waiting_endsWhenAJobComes() throws Exception {
    CompletableFuture<Boolean> due = CompletableFuture.supplyAsync(() -> awaitQuietly(Duration.ofSeconds(20)));

    schedule("x", Duration.ZERO);

    assertThat(due.get(10, TimeUnit.SECONDS)).isTrue();
    assertThat(queue.await("a", Duration.ZERO)).isTrue();
    take(1);
    assertThat(queue.await("a", Duration.ofMillis(5))).isFalse();
  }

  private boolean awaitQuietly(Duration timeout) {
    try {
      return queue.await("a", timeout);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void manyThreads_getEachJobOnce() throws Exception {
    int threads = 6;
    Set<String> given = Collections.synchronizedSet(new HashSet<>());
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      List<Future<?>> all = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        int thread = t;
        all.add(pool.submit(() -> {
          for (int i = 0; i < 40; i++) {
            List<NewJob> jobs = new ArrayList<>();
            for (int k = 0; k < 10; k++) {
              jobs.add(NewJob.in("a", thread + "/" + i + "/" + k, Duration.ZERO));
            }
            queue.schedule(jobs);
            List<Job> taken = take(10);
            taken.forEach(job -> assertThat(given.add(job.text())).isTrue());
            assertThat(queue.done(leases(taken))).isEmpty();
          }
        }));
      }
      for (Future<?> one : all) {
        one.get(60, TimeUnit.SECONDS);
      }
    }

    assertThat(given.size() + counts().waiting()).isEqualTo(threads * 400L);
    assertThat(counts().leased()).isZero();
  }

  @Test
  void wallClockSetForwardOrBack_neitherLosesNorDoublesAJob() {
    schedule("now", Duration.ZERO);
    schedule("later", Duration.ofHours(1));
    Job held = take(1).getFirst();

    clock.set(Duration.ofHours(2));
    List<Job> early = take(10);
    assertThat(texts(early)).containsExactly("later");
    clock.set(Duration.ofHours(-5));
    assertThat(take(10)).isEmpty();

    assertThat(queue.done(List.of(held.lease()))).isEmpty();
    assertThat(queue.done(leases(early))).isEmpty();
    schedule("in the past", Duration.ZERO);
    assertThat(texts(take(10))).containsExactly("in the past");
    clock.set(Duration.ofDays(400));
    assertThat(take(10)).isEmpty();
  }
}
