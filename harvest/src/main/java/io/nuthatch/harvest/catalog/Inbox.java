package io.nuthatch.harvest.catalog;

import io.nuthatch.harvest.HarvestException;
import io.nuthatch.model.NuthatchException.Kind;
import io.nuthatch.model.message.RoutingKeys;
import io.nuthatch.queue.Bus;
import io.nuthatch.queue.Delivery;
import io.nuthatch.queue.MessageHandler;
import io.nuthatch.queue.QueueDeclaration;

/**
 * The queue on which the catalogue hears of harvests, statuses, files and harvests of the web alike, one after the
 * other. What is about a harvest of the web that is not known yet is delivered again a few times; what has another key is
 * ignored.
 */
public final class Inbox implements MessageHandler {

  private static final String STATUS = "harvest.status.";
  private static final String WEB_STATUS = "harvest.status.web";
  private static final int DELIVERIES = 5;

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

  /** The message that makes a harvest of the web known may still be in the hands of another node. */
  private static void known(boolean known, boolean mayBecome, Delivery delivery) {
    if (!known && mayBecome && delivery.count() < DELIVERIES) {
      throw new HarvestException(Kind.TRANSIENT, "a message " + delivery.message().routingKey()
          + " is about a harvest that is not known here, or not yet", null);
    }
  }

  @Override
  public void handle(Delivery delivery) {
    String key = delivery.message().routingKey();
    if (key.startsWith(STATUS)) {
      known(statuses.take(delivery.message()), key.equals(WEB_STATUS), delivery);
    } else if (key.equals(RoutingKeys.WARC_CREATED)) {
      known(warcs.take(delivery.message()), true, delivery);
    } else if (key.equals(RoutingKeys.WEB_START)) {
      web.handle(delivery);
    }
  }
}
