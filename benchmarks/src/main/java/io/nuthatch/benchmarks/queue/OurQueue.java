package io.nuthatch.benchmarks.queue;

import io.nuthatch.queue.Job;
import io.nuthatch.queue.JobQueue;
import io.nuthatch.queue.Lease;
import io.nuthatch.queue.NewJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One of our job queues. */
record OurQueue(String name, JobQueue queue) implements Contender {

  private static final String NAMESPACE = "bench";

  @Override
  public void schedule(long delayMillis) {
    byte[] data = new byte[PAYLOAD];
    List<NewJob> jobs = new ArrayList<>(BATCH);
    for (int i = 0; i < BATCH; i++) {
      jobs.add(NewJob.in(NAMESPACE, data, Duration.ofMillis(delayMillis)));
    }
    queue.schedule(jobs);
  }

  @Override
  public int takeAndFinish() {
    List<Job> jobs = queue.take(NAMESPACE, BATCH, Duration.ofMinutes(10));
    List<Lease> leases = new ArrayList<>(jobs.size());
    jobs.forEach(job -> leases.add(job.lease()));
    if (!queue.done(leases).isEmpty()) {
      throw new IllegalStateException("leases were refused");
    }
    return jobs.size();
  }

  @Override
  public void close() {
    queue.close();
  }
}
