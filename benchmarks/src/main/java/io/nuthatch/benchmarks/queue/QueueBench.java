package io.nuthatch.benchmarks.queue;

import io.nuthatch.benchmarks.Bench;
import io.nuthatch.benchmarks.Report;

/** The embedded job queue and the one on PostgreSQL against beanstalkd, Redis, RabbitMQ and a table made by hand. */
public final class QueueBench implements Bench {

  @Override
  public String name() {
    return "queue";
  }

  @Override
  public String summary() {
    return "job queues against PostgreSQL by hand, Redis, beanstalkd and RabbitMQ; single calls against fdatasync";
  }

  @Override
  public void run(Report report, boolean quick) throws Exception {
    new BatchRates(quick).run(report);
    new SingleCalls(quick).run(report);
    new Footprint(quick).run(report);
  }
}
