package io.nuthatch.app.node;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells listeners how the node is, every two seconds, as long as there are any. */
public final class Heartbeat implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);
  private static final int SECONDS = 2;

  private final Node node;
  private final Events events;
  private final ScheduledExecutorService clock = Executors
      .newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("heartbeat").factory());

  public Heartbeat(Node node, Events events) {
    this.node = node;
    this.events = events;
    var _ = clock.scheduleWithFixedDelay(this::beat, SECONDS, SECONDS, TimeUnit.SECONDS);
  }

  private void beat() {
    try {
      if (events.listeners() > 0) {
        events.tell("status", node.status());
      }
    } catch (RuntimeException e) {
      LOG.warn("the status could not be told", e);
    }
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
