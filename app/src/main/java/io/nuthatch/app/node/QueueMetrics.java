package io.nuthatch.app.node;

import io.nuthatch.queue.Counts;
import io.nuthatch.queue.JobQueue;
import java.util.function.ToLongFunction;

/** The queue's figures for Prometheus, over all namespaces. */
public final class QueueMetrics {

  private final JobQueue queue;

  public QueueMetrics(JobQueue queue) {
    this.queue = queue;
  }

  public void addTo(Metrics metrics) {
    metrics.gauge("nuthatch.queue.ready", "Jobs that are due.", () -> sum(Counts::ready));
    metrics.gauge("nuthatch.queue.delayed", "Jobs that are not due yet.", () -> sum(Counts::delayed));
    metrics.gauge("nuthatch.queue.leased", "Jobs being worked on.", () -> sum(Counts::leased));
    metrics.gauge("nuthatch.queue.buried", "Jobs set aside after failing.", () -> sum(Counts::buried));
    metrics.gauge("nuthatch.queue.lateness.p99.seconds", "How late the latest jobs were given, the worst namespace.",
        () -> queue.counts().stream().mapToLong(counts -> counts.lateness().p99().toMillis()).max().orElse(0) / 1000.0);
  }

  private long sum(ToLongFunction<Counts> figure) {
    return queue.counts().stream().mapToLong(figure).sum();
  }
}
