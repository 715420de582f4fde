package io.nuthatch.harvest.catalog;

import io.nuthatch.model.message.RoutingKeys;
import io.nuthatch.queue.Bus;
import io.nuthatch.queue.Delivery;
import io.nuthatch.queue.MessageHandler;
import io.nuthatch.queue.QueueDeclaration;

/**
 * The queue on which the catalogue hears of harvests, statuses, files and harvests of the web alike, one after the
 * other: a harvest of the web is known before its statuses are. What has another key is ignored.
 */
public final class Inbox implements MessageHandler {

  private static final String STATUS = "harvest.status.";

  private final StatusHandler statuses;
  private final WarcHandler warcs;
  private final WebHarvestHandler web;

  public Inbox(StatusHandler statuses, WarcHandler warcs, WebHarvestHandler web) {
    this.statuses = statuses;
    this.warcs = warcs;
    this.web = web;
  }

  /** Makes the queue, with all that it has to hear. */
  public static void declare(Bus bus, String queue) {
    bus.declare(QueueDeclaration.of(queue, STATUS + "#", RoutingKeys.WARC_CREATED, RoutingKeys.WEB_START));
  }

  /** Works on the queue until the consumer is closed. */
  public Bus.Consumer open(Bus bus, String queue) {
    declare(bus, queue);
    return bus.consume(queue, 1, this);
  }

  @Override
  public void handle(Delivery delivery) {
    String key = delivery.message().routingKey();
    if (key.startsWith(STATUS)) {
      statuses.handle(delivery);
    } else if (key.equals(RoutingKeys.WARC_CREATED)) {
      warcs.handle(delivery);
    } else if (key.equals(RoutingKeys.WEB_START)) {
      web.handle(delivery);
    }
  }
}
