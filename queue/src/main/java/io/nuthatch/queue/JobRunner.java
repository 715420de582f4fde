package io.nuthatch.queue;

import io.nuthatch.model.NuthatchException;
import io.nuthatch.model.NuthatchException.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works through a namespace: takes jobs in batches, runs a handler for each on a virtual thread of its own, settles the
 * outcomes in batches, and keeps the leases alive meanwhile.
 *
 * <p>Never has more jobs in hand than its concurrency; nothing is taken that could not be started at once. A handler
 * whose lease has passed to another is interrupted. Closing stops taking, waits for the handlers, interrupts those that
 * take too long, and gives their jobs back.
 */
public final class JobRunner implements AutoCloseable {

  /*
   * Three threads. The taker waits for a free permit, takes as many jobs as there are permits, and starts their
   * handlers. The settler collects outcomes and writes them as one batch; only then are the permits free again. The
   * keeper extends all leases at a third of their length. Each catches at the top of its loop, counts, waits a moment
   * and goes on: a queue that cannot be reached for a while costs time, not jobs.
   */

  private static final Logger LOG = LoggerFactory.getLogger(JobRunner.class);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);
  private static final int LARGEST_BATCH = 1000;

  /** A job in hand. */
  private record Running(Job job, Thread thread) {
  }

  private record Finished(Job job, JobOutcome outcome) {
  }

  private final JobQueue queue;
  private final RunnerSettings settings;
  private final JobHandler handler;
  private final Semaphore permits;
  private final Map<Lease, Running> running = new ConcurrentHashMap<>();
  private final BlockingQueue<Finished> outcomes = new LinkedBlockingQueue<>();
  private final AtomicInteger inHand = new AtomicInteger();
  private final LongAdder done = new LongAdder();
  private final LongAdder retried = new LongAdder();
  private final LongAdder buried = new LongAdder();
  private final LongAdder lost = new LongAdder();
  private final LongAdder faults = new LongAdder();
  private final Thread taker;
  private final Thread settler;
  private final Thread keeper;
  private final AtomicBoolean closed = new AtomicBoolean();

  private JobRunner(JobQueue queue, RunnerSettings settings, JobHandler handler) {
    this.queue = queue;
    this.settings = settings;
    this.handler = handler;
    this.permits = new Semaphore(settings.concurrency());
    String name = "jobs-" + settings.namespace() + "-";
    taker = Thread.ofVirtual().name(name + "take").unstarted(() -> loop(this::take));
    settler = Thread.ofVirtual().name(name + "settle").unstarted(() -> loop(this::settle));
    keeper = Thread.ofVirtual().name(name + "extend").unstarted(() -> loop(this::extend));
  }

  public static JobRunner start(JobQueue queue, RunnerSettings settings, JobHandler handler) {
    var runner = new JobRunner(queue, settings, handler);
    runner.taker.start();
    runner.settler.start();
    runner.keeper.start();
    return runner;
  }

  public RunnerFigures figures() {
    return new RunnerFigures(done.sum(), retried.sum(), buried.sum(), lost.sum(), faults.sum(),
        inHand.get());
  }

  /** One turn of a thread's work. */
  private interface Turn {

    void run() throws InterruptedException;
  }

  private void loop(Turn turn) {
    while (true) {
      try {
        turn.run();
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        faults.increment();
        LOG.warn("a runner of {} could not reach its queue and tries again: {}", settings.namespace(),
            e.getMessage(), e);
        try {
          TimeUnit.SECONDS.sleep(1);
        } catch (InterruptedException stopped) {
          return;
        }
      }
    }
  }

  private void take() throws InterruptedException {
    permits.acquire();
    int free = 1 + permits.drainPermits();
    List<Job> jobs = List.of();
    try {
      if (queue.await(settings.namespace(), LONGEST_WAIT) && !closed.get()) {
        jobs = queue.take(settings.namespace(), Math.min(free, LARGEST_BATCH), settings.lease());
      }
    } finally {
      permits.release(free - jobs.size());
    }
    inHand.addAndGet(jobs.size());
    for (Job job : jobs) {
      Lease lease = job.lease();
      Thread thread = Thread.ofVirtual().name("job-" + job.id()).unstarted(() -> run(lease, job));
      running.put(lease, new Running(job, thread));
      thread.start();
    }
  }

  private void run(Lease lease, Job job) {
    JobOutcome outcome;
    try {
      outcome = handler.handle(job);
    } catch (Throwable e) {
      outcome = failed(job, e);
    }
    if (running.remove(lease) != null) {
      outcomes.add(new Finished(job, outcome));
    } else {
      lost.increment();
      release(1);
    }
  }

  private void release(int jobs) {
    inHand.addAndGet(-jobs);
    permits.release(jobs);
  }

  private JobOutcome failed(Job job, Throwable failure) {
    LOG.debug("{} failed", job, failure);
    String reason = failure.getClass().getSimpleName() + ": " + failure.getMessage();
    if (failure instanceof NuthatchException known && (known.kind() == Kind.CALLER || known.kind() == Kind.BROKEN)) {
      return new JobOutcome.Hopeless(reason);
    }
    return new JobOutcome.Again(settings.backoff().after(job.attempt(), ThreadLocalRandom.current()), reason);
  }

  private void settle() throws InterruptedException {
    List<Finished> batch = new ArrayList<>();
    batch.add(outcomes.take());
    outcomes.drainTo(batch, LARGEST_BATCH - 1);
    try {
      settle(batch);
      release(batch.size());
    } catch (RuntimeException e) {
      outcomes.addAll(batch);
      throw e;
    }
  }

  /** Said twice after a failed call, a settlement is refused the second time and does no harm. */
  private void settle(List<Finished> batch) {
    List<Lease> finished = new ArrayList<>();
    List<Retry> again = new ArrayList<>();
    for (Finished settled : batch) {
      switch (settled.outcome) {
        case JobOutcome.Done _ -> finished.add(settled.job.lease());
        case JobOutcome.Settled _ -> done.increment();
        case JobOutcome.Again(Duration after, String reason) ->
          again.add(new Retry(settled.job.lease(), after, reason));
        case JobOutcome.Hopeless(String reason) ->
          count(buried, 1, queue.bury(List.of(settled.job.lease()), reason));
      }
    }
    count(done, finished.size(), finished.isEmpty() ? List.of() : queue.done(finished));
    count(retried, again.size(), again.isEmpty() ? List.of() : queue.retry(again));
  }

  private void count(LongAdder figure, int asked, List<Lease> refused) {
    figure.add(asked - refused.size());
    lost.add(refused.size());
  }

  private void extend() throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(settings.lease().toMillis() / 3);
    List<Lease> leases = new ArrayList<>(running.keySet());
    outcomes.forEach(settled -> leases.add(settled.job.lease()));
    if (leases.isEmpty()) {
      return;
    }
    for (Lease refused : queue.extend(leases, settings.lease())) {
      Running gone = running.remove(refused);
      if (gone != null) {
        LOG.warn("{} took longer than its lease and has been given to another; its handler is stopped", gone.job);
        gone.thread.interrupt();
      }
    }
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      drain();
    }
  }

  private void drain() {
    boolean interrupted = false;
    try {
      stop(taker);
      if (!permits.tryAcquire(settings.concurrency(), settings.drain().toMillis(), TimeUnit.MILLISECONDS)) {
        running.values().forEach(late -> late.thread.interrupt());
        var _ = permits.tryAcquire(settings.concurrency(), LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
      }
      stop(settler);
      stop(keeper);
    } catch (InterruptedException e) {
      interrupted = true;
      running.values().forEach(late -> late.thread.interrupt());
      settler.interrupt();
      keeper.interrupt();
    }
    List<Finished> unsettled = new ArrayList<>();
    outcomes.drainTo(unsettled);
    settle(unsettled);
    List<Retry> left = running.keySet().stream().map(lease -> new Retry(lease, Duration.ZERO, "the runner was closed"))
        .toList();
    if (!left.isEmpty()) {
      count(retried, left.size(), queue.retry(left));
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void stop(Thread thread) throws InterruptedException {
    thread.interrupt();
    thread.join();
  }
}
