package io.nuthatch.harvest.engine;

import io.nuthatch.queue.Delivery;
import io.nuthatch.queue.MessageHandler;
import java.time.InstantSource;
import java.util.function.Consumer;

/**
 * Takes stop messages: the wish is written down, where every node sees it, and a harvest that runs here is told at once.
 */
final class StopHandler implements MessageHandler {

  private final RunStore store;
  private final Consumer<String> tell;
  private final InstantSource clock;

  StopHandler(RunStore store, Consumer<String> tell, InstantSource clock) {
    this.store = store;
    this.tell = tell;
    this.clock = clock;
  }

  @Override
  public void handle(Delivery delivery) {
    String id = Orders.idOf(delivery.message().body());
    if (id == null) {
      delivery.reject("bad_message: a stop message names the harvest by its id");
      return;
    }
    store.askToStop(id, clock.instant());
    tell.accept(id);
  }
}
