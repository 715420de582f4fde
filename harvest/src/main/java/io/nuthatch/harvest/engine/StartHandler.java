package io.nuthatch.harvest.engine;

import io.nuthatch.database.Database;
import io.nuthatch.harvest.Sealing;
import io.nuthatch.model.Json;
import io.nuthatch.model.message.HarvestStatus;
import io.nuthatch.model.message.Note;
import io.nuthatch.model.message.RoutingKeys;
import io.nuthatch.queue.Delivery;
import io.nuthatch.queue.JobQueue;
import io.nuthatch.queue.Message;
import io.nuthatch.queue.MessageHandler;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes start messages: the harvest is written down and a job for it scheduled before the message is acknowledged. A
 * message that cannot be followed becomes a dead letter, and whoever asked is told that the harvest has failed.
 */
final class StartHandler implements MessageHandler {

  private static final Logger LOG = LoggerFactory.getLogger(StartHandler.class);

  private final Orders orders;
  private final Sealing sealing;
  private final RunStore store;
  private final JobQueue jobs;
  private final Database database;
  private final RunBook.Voice voice;

  StartHandler(Orders orders, Sealing sealing, RunStore store, JobQueue jobs, Database database, RunBook.Voice voice) {
    this.orders = orders;
    this.sealing = sealing;
    this.store = store;
    this.jobs = jobs;
    this.database = database;
    this.voice = voice;
  }

  @Override
  public void handle(Delivery delivery) {
    Message message = delivery.message();
    Order order;
    try {
      order = orders.read(message.routingKey(), message.body());
    } catch (Refusal e) {
      refuse(delivery, e);
      return;
    }
    RunStore.Arrival arrival = new RunStore.Arrival(order.message().id(), order.adapter().platform(),
        order.type().name(), order.startKey(), order.scope(), sealing.seal(message.body()));
    store.arrive(arrival, voice.clock().instant()).ifPresentOrElse(
        ticket -> jobs.schedule(Lane.of(order.type(), order.startKey()).namespace(), ticket.data(), Duration.ZERO),
        () -> LOG.info("harvest {} was asked for again; it has been taken up already", arrival.id()));
  }

  private void refuse(Delivery delivery, Refusal refusal) {
    String reason = refusal.code() + ": " + refusal.getMessage();
    String id = Orders.idOf(delivery.message().body());
    if (id != null) {
      Instant now = voice.clock().instant();
      Performer performer = voice.performer();
      HarvestStatus failure = new HarvestStatus(id, HarvestStatus.FAILURE, now, now, List.of(), List.of(),
          List.of(new Note(refusal.code(), String.valueOf(refusal.getMessage()), null)), Map.of(), Map.of(), Map.of(),
          null, performer.service(), performer.host(), performer.instance(), 1L);
      String key = RoutingKeys.statusFor(delivery.message().routingKey());
      database.run(transaction -> voice.outbox().add(transaction, Message.of(key, Json.write(failure))));
    }
    LOG.warn("a start message cannot be followed: {}", reason);
    delivery.reject(reason);
  }
}
