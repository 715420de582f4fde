package io.nuthatch.queue.rabbit;

import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import io.nuthatch.model.NuthatchException;
import io.nuthatch.model.NuthatchException.Kind;
import io.nuthatch.queue.Bus;
import io.nuthatch.queue.MessageHandler;
import java.io.IOException;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A consumer with a channel of its own. The broker sends no more than the prefetch unsettled; each runs on a thread. */
final class RabbitConsumer implements Bus.Consumer {

  private static final Logger LOG = LoggerFactory.getLogger(RabbitConsumer.class);
  private static final long DRAIN_SECONDS = 20;

  private final RabbitBus bus;
  private final Channel channel;
  private final String queue;
  private final Phaser inHand = new Phaser(1);
  private String tag = "";

  RabbitConsumer(RabbitBus bus, Channel channel, String queue) {
    this.bus = bus;
    this.channel = channel;
    this.queue = queue;
  }

  void start(int prefetch, MessageHandler handler) throws IOException {
    channel.basicQos(prefetch);
    tag = channel.basicConsume(queue, false, (consumerTag, message) -> {
      var delivery = new RabbitDelivery(bus, channel, queue, message.getEnvelope(), message.getProperties(),
          message.getBody());
      inHand.register();
      Thread.ofVirtual().name("message-" + message.getEnvelope().getDeliveryTag())
          .start(() -> handle(delivery, handler));
    }, consumerTag -> LOG.warn("the broker ended the consumer of {}", queue));
  }

  private void handle(RabbitDelivery delivery, MessageHandler handler) {
    try {
      handler.handle(delivery);
      delivery.acknowledge();
    } catch (Throwable e) {
      failed(delivery, e);
    } finally {
      inHand.arriveAndDeregister();
    }
  }

  private void failed(RabbitDelivery delivery, Throwable failure) {
    String reason = failure.getClass().getSimpleName() + ": " + failure.getMessage();
    try {
      if (failure instanceof NuthatchException known && (known.kind() == Kind.CALLER || known.kind() == Kind.BROKEN)) {
        delivery.reject(reason);
      } else {
        delivery.giveBack(reason);
      }
    } catch (RuntimeException e) {
      LOG.warn("a message of {} could not be settled and will be delivered again: {}", queue, e.getMessage());
    }
  }

  @Override
  public void close() {
    try {
      channel.basicCancel(tag);
      inHand.awaitAdvanceInterruptibly(inHand.arriveAndDeregister(), DRAIN_SECONDS, TimeUnit.SECONDS);
    } catch (IOException | AlreadyClosedException e) {
      LOG.debug("the consumer of {} had lost its connection", queue, e);
    } catch (TimeoutException e) {
      LOG.warn("handlers of {} did not finish in time; their messages will be delivered again", queue);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try {
      channel.close();
    } catch (IOException | TimeoutException | AlreadyClosedException e) {
      LOG.debug("the channel of {} was closed before", queue, e);
    }
  }
}
