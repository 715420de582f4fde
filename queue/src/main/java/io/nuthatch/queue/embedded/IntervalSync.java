package io.nuthatch.queue.embedded;

import io.nuthatch.queue.QueueException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Syncs a journal again and again for a queue whose callers do not wait for it. */
final class IntervalSync implements AutoCloseable {

  private final ScheduledExecutorService timer = Executors
      .newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("nuthatch-queue-sync").factory());

  IntervalSync(Journal journal, Duration interval) {
    var _ = timer.scheduleAtFixedRate(() -> run(journal), interval.toMillis(), interval.toMillis(),
        TimeUnit.MILLISECONDS);
  }

  /** A failure is kept by the journal, which tells every caller from then on. */
  private static void run(Journal journal) {
    try {
      journal.sync(journal.end());
    } catch (QueueException e) {
      throw journal.fail(e);
    }
  }

  @Override
  public void close() {
    timer.close();
  }
}
