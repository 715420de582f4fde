package io.nuthatch.app.node;

import io.nuthatch.queue.Counts;
import io.nuthatch.queue.JobQueue;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queue's figures for everyone who looks: the header, the metrics, the console, the API. Counting is free on the
 * embedded queue and a long scan on a database with many millions of jobs, so a count that took long is kept for ten
 * times as long as it took and made anew in the background.
 */
public final class QueueFigures {

  private static final Logger LOG = LoggerFactory.getLogger(QueueFigures.class);
  private static final Duration CHEAP = Duration.ofMillis(50);
  private static final int KEPT = 10;

  private record Snapshot(List<Counts> counts, long madeAt, long cost) {
  }

  private final JobQueue queue;
  private final AtomicBoolean counting = new AtomicBoolean();
  private volatile Snapshot last;

  public QueueFigures(JobQueue queue) {
    this.queue = queue;
    this.last = count();
  }

  public List<Counts> counts() {
    Snapshot known = last;
    if (known.cost < CHEAP.toNanos()) {
      known = count();
      last = known;
    } else if (System.nanoTime() - known.madeAt > KEPT * known.cost && counting.compareAndSet(false, true)) {
      Thread.startVirtualThread(this::countAnew);
    }
    return known.counts;
  }

  public long sum(ToLongFunction<Counts> figure) {
    return counts().stream().mapToLong(figure).sum();
  }

  public void addTo(Metrics metrics) {
    metrics.gauge("nuthatch.queue.ready", "Jobs that are due.", () -> sum(Counts::ready));
    metrics.gauge("nuthatch.queue.delayed", "Jobs that are not due yet.", () -> sum(Counts::delayed));
    metrics.gauge("nuthatch.queue.leased", "Jobs being worked on.", () -> sum(Counts::leased));
    metrics.gauge("nuthatch.queue.buried", "Jobs set aside after failing.", () -> sum(Counts::buried));
    metrics.gauge("nuthatch.queue.lateness.p99.seconds", "How late the latest jobs were given, the worst namespace.",
        () -> counts().stream().mapToLong(counts -> counts.lateness().p99().toMillis()).max().orElse(0) / 1000.0);
  }

  private void countAnew() {
    try {
      last = count();
    } catch (RuntimeException e) {
      LOG.warn("the queue could not be counted: {}", e.getMessage());
    } finally {
      counting.set(false);
    }
  }

  private Snapshot count() {
    long began = System.nanoTime();
    List<Counts> counts = queue.counts();
    long ended = System.nanoTime();
    return new Snapshot(counts, ended, ended - began);
  }
}
