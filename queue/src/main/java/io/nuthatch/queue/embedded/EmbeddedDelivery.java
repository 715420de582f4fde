package io.nuthatch.queue.embedded;

import io.nuthatch.model.NuthatchException;
import io.nuthatch.model.NuthatchException.Kind;
import io.nuthatch.queue.Delivery;
import io.nuthatch.queue.Job;
import io.nuthatch.queue.Message;
import io.nuthatch.queue.MessageHandler;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A message of an embedded bus in a consumer's hands. */
final class EmbeddedDelivery implements Delivery {

  private final EmbeddedBus bus;
  private final String queue;
  private final Job job;
  private final Envelope envelope;
  private final AtomicBoolean taken = new AtomicBoolean();
  private final CountDownLatch settled = new CountDownLatch(1);

  EmbeddedDelivery(EmbeddedBus bus, String queue, Job job, Envelope envelope) {
    this.bus = bus;
    this.queue = queue;
    this.job = job;
    this.envelope = envelope;
  }

  void handle(MessageHandler handler) {
    try {
      handler.handle(this);
      acknowledge();
    } catch (Throwable e) {
      String reason = e.getClass().getSimpleName() + ": " + e.getMessage();
      if (e instanceof NuthatchException known && (known.kind() == Kind.CALLER || known.kind() == Kind.BROKEN)) {
        reject(reason);
      } else {
        giveBack(reason);
      }
    }
  }

  void awaitSettlement() throws InterruptedException {
    settled.await();
  }

  @Override
  public String queue() {
    return queue;
  }

  @Override
  public Message message() {
    return envelope.message();
  }

  @Override
  public int count() {
    return job.attempt();
  }

  @Override
  public @Nullable Instant expiresAt() {
    return envelope.expiresAt();
  }

  @Override
  public @Nullable String reason() {
    return job.lastError();
  }

  @Override
  public void acknowledge() {
    settle(() -> bus.acknowledge(job.lease()));
  }

  @Override
  public void giveBack(String reason) {
    settle(() -> bus.giveBack(queue, job, envelope, reason));
  }

  @Override
  public void reject(String reason) {
    settle(() -> bus.reject(queue, job.lease(), reason));
  }

  private void settle(Runnable settlement) {
    if (taken.compareAndSet(false, true)) {
      try {
        settlement.run();
      } finally {
        settled.countDown();
      }
    }
  }
}
