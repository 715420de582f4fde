package io.nuthatch.queue.rabbit;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import com.rabbitmq.client.ShutdownSignalException;
import io.nuthatch.model.NuthatchException.Kind;
import io.nuthatch.queue.Bus;
import io.nuthatch.queue.Delivery;
import io.nuthatch.queue.Message;
import io.nuthatch.queue.MessageHandler;
import io.nuthatch.queue.QueueDeclaration;
import io.nuthatch.queue.QueueException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bus on a RabbitMQ: one topic exchange, durable queues, publisher confirms. A lost connection is made again by
 * itself, with queues, bindings and consumers; a call that falls into the gap fails as transient and may be repeated.
 *
 * <p>Differences the broker makes: a message expires when it has reached the head of its queue, and one whose
 * confirmation was lost may be there twice when it is published again. A classic queue does not count deliveries; a
 * message that comes back there counts as delivered twice.
 */
public final class RabbitBus implements Bus {

  /*
   * Dead letters. What a handler rejects, or fails for the last time, is published to the dead-letter queue with the
   * reason in a header and then acknowledged; the broker's own way would lose the reason. What expires, or is delivered
   * too often to consumers that die, goes there by the queue's arguments, and the broker notes why.
   *
   * Channels. One for declaring, one for publishing, one for fetching, each under a lock of its own, and one for each
   * consumer; questions that the broker may answer by closing the channel get a new one each time.
   */

  private static final Logger LOG = LoggerFactory.getLogger(RabbitBus.class);
  static final String REASON = "x-nuthatch-reason";
  static final String ROUTING_KEY = "x-nuthatch-routing-key";
  static final String EXPIRES_AT = "expires_at";
  private static final int PERSISTENT = 2;

  private final RabbitSettings settings;
  private final InstantSource clock;
  private final Connection connection;
  private final Map<String, QueueDeclaration> declared = new ConcurrentHashMap<>();
  private final ReentrantLock publishing = new ReentrantLock();
  private final ReentrantLock fetching = new ReentrantLock();
  private final ReentrantLock arranging = new ReentrantLock();
  private @Nullable Channel arranger;
  private @Nullable Channel publisher;
  private @Nullable Channel fetcher;

  private RabbitBus(Connection connection, RabbitSettings settings, InstantSource clock) {
    this.connection = connection;
    this.settings = settings;
    this.clock = clock;
  }

  /** Connects at once, so that a wrong address is found when it is given. */
  public static RabbitBus open(String amqpUrl, RabbitSettings settings, InstantSource clock) {
    var factory = new ConnectionFactory();
    if (!amqpUrl.startsWith("amqp://") && !amqpUrl.startsWith("amqps://")) {
      throw QueueException.caller("bus.url begins with amqp:// or amqps://");
    }
    try {
      factory.setUri(amqpUrl);
    } catch (URISyntaxException | GeneralSecurityException | IllegalArgumentException e) {
      throw new QueueException(Kind.CALLER, "bus.url is not an AMQP address: " + e.getMessage(), e);
    }
    factory.setAutomaticRecoveryEnabled(true);
    factory.setTopologyRecoveryEnabled(true);
    factory.setNetworkRecoveryInterval(1000);
    factory.setRequestedHeartbeat(20);
    try {
      var bus = new RabbitBus(factory.newConnection("nuthatch"), settings, clock);
      bus.arrange(channel -> channel.exchangeDeclare(settings.exchange(), BuiltinExchangeType.TOPIC, true));
      return bus;
    } catch (IOException | TimeoutException e) {
      throw new QueueException(Kind.TRANSIENT, "no RabbitMQ answers at " + factory.getHost() + ":" + factory.getPort()
          + "; start it or correct bus.url", e);
    }
  }

  @Override
  public void declare(QueueDeclaration queue) {
    arrange(channel -> {
      if (!queue.deadLetters().isEmpty()) {
        channel.queueDeclare(queue.deadLetters(), true, false, false, arguments(queue.deadLetters()));
      }
      Map<String, Object> arguments = arguments(queue.name());
      if (!settings.classic().contains(queue.name())) {
        arguments.put("x-delivery-limit", queue.deliveries() - 1);
        if (!queue.deadLetters().isEmpty()) {
          arguments.put("x-dead-letter-exchange", "");
          arguments.put("x-dead-letter-routing-key", queue.deadLetters());
        }
      }
      channel.queueDeclare(queue.name(), true, false, false, arguments);
      for (String pattern : queue.patterns()) {
        channel.queueBind(queue.name(), settings.exchange(), pattern);
      }
      return declared.put(queue.name(), queue);
    });
  }

  private Map<String, Object> arguments(String queue) {
    return settings.classic().contains(queue) ? new HashMap<>() : new HashMap<>(Map.of("x-queue-type", "quorum"));
  }

  @Override
  public void unbind(String queue, String pattern) {
    arrange(channel -> channel.queueUnbind(queue, settings.exchange(), pattern));
  }

  @Override
  public void delete(String queue) {
    arrange(channel -> channel.queueDelete(queue));
    declared.remove(queue);
  }

  @Override
  public void publish(List<Message> messages) {
    publish(channel -> {
      for (Message message : messages) {
        channel.basicPublish(settings.exchange(), message.routingKey(), properties(message), message.body());
      }
    });
  }

  private AMQP.BasicProperties properties(Message message) {
    var properties = new AMQP.BasicProperties.Builder().deliveryMode(PERSISTENT).contentType("application/json");
    Duration ttl = message.ttl();
    if (ttl != null) {
      properties.expiration(Long.toString(ttl.toMillis()))
          .headers(Map.of(EXPIRES_AT, clock.instant().plus(ttl).toString()));
    }
    return properties.build();
  }

  /** Something that publishes on the channel it is given. */
  private interface Publishing {

    void on(Channel channel) throws IOException;
  }

  private void publish(Publishing work) {
    publishing.lock();
    Channel channel = publisher;
    publisher = null;
    try {
      if (channel == null || !channel.isOpen()) {
        channel = connection.createChannel();
        channel.confirmSelect();
      }
      work.on(channel);
      channel.waitForConfirmsOrDie(settings.confirm().toMillis());
      publisher = channel;
    } catch (TimeoutException e) {
      throw new QueueException(Kind.TRANSIENT,
          "RabbitMQ has not confirmed a message in " + settings.confirm().toSeconds()
              + " s; if that goes on, one of its queues does not answer, see docs/intentional.md",
          e);
    } catch (IOException | AlreadyClosedException e) {
      throw failure("publish", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure("publish", e);
    } finally {
      if (channel != null && publisher == null) {
        abandon(channel);
      }
      publishing.unlock();
    }
  }

  /** A channel on which something failed; nobody knows any more what it waits for. */
  private static void abandon(Channel channel) {
    try {
      channel.abort();
    } catch (IOException | AlreadyClosedException e) {
      LOG.debug("a channel was closed before", e);
    }
  }

  /** To the dead-letter queue with the reason, or nowhere when there is none. */
  void bury(RabbitDelivery delivery, String reason) {
    QueueDeclaration queue = declared.get(delivery.queue());
    String dead = queue == null ? "" : queue.deadLetters();
    if (!dead.isEmpty()) {
      var properties = new AMQP.BasicProperties.Builder().deliveryMode(PERSISTENT).contentType("application/json")
          .headers(Map.of(REASON, reason, ROUTING_KEY, delivery.message().routingKey())).build();
      publish(channel -> channel.basicPublish("", dead, properties, delivery.message().body()));
    }
  }

  boolean lastDelivery(RabbitDelivery delivery) {
    QueueDeclaration queue = declared.get(delivery.queue());
    return queue != null && delivery.count() >= queue.deliveries();
  }

  @Override
  public Consumer consume(String queue, int prefetch, MessageHandler handler) {
    try {
      var consumer = new RabbitConsumer(this, connection.createChannel(), queue);
      consumer.start(prefetch, handler);
      return consumer;
    } catch (IOException | AlreadyClosedException e) {
      throw failure("consume from " + queue, e);
    }
  }

  @Override
  public List<Delivery> get(String queue, int max) {
    List<Delivery> deliveries = new ArrayList<>();
    fetching.lock();
    try {
      Channel channel = fetcher;
      if (channel == null || !channel.isOpen()) {
        channel = connection.createChannel();
        fetcher = channel;
      }
      while (deliveries.size() < max) {
        GetResponse response = channel.basicGet(queue, false);
        if (response == null) {
          break;
        }
        deliveries.add(
            new RabbitDelivery(this, channel, queue, response.getEnvelope(), response.getProps(), response.getBody()));
      }
    } catch (IOException | AlreadyClosedException e) {
      throw failure("fetch from " + queue, e);
    } finally {
      fetching.unlock();
    }
    return deliveries;
  }

  @Override
  public int consumers(String queue) {
    return (int) (long) ask(channel -> channel.consumerCount(queue));
  }

  @Override
  public long depth(String queue) {
    return ask(channel -> channel.messageCount(queue));
  }

  @Override
  public long purge(String queue) {
    return ask(channel -> (long) channel.queuePurge(queue).getMessageCount());
  }

  /** A question to the broker. */
  private interface Question<T extends @Nullable Object> {

    T on(Channel channel) throws IOException;
  }

  /** On the channel that stays open, because what was declared on it is declared again when the connection returns. */
  private <T extends @Nullable Object> T arrange(Question<T> question) {
    arranging.lock();
    try {
      Channel channel = arranger;
      if (channel == null || !channel.isOpen()) {
        channel = connection.createChannel();
        arranger = channel;
      }
      return question.on(channel);
    } catch (IOException | AlreadyClosedException e) {
      throw failure("arrange the queues", e);
    } finally {
      arranging.unlock();
    }
  }

  private <T extends @Nullable Object> T ask(Question<T> question) {
    try (Channel channel = connection.createChannel()) {
      return question.on(channel);
    } catch (IOException | TimeoutException | AlreadyClosedException e) {
      throw failure("ask the broker", e);
    }
  }

  /** What the broker refuses is the caller's mistake; a connection that is lost comes back. */
  static QueueException failure(String what, Exception cause) {
    Throwable root = cause.getCause() instanceof ShutdownSignalException ? cause.getCause() : cause;
    if (root instanceof ShutdownSignalException signal && signal.getReason() instanceof AMQP.Channel.Close refusal) {
      return new QueueException(Kind.CALLER, "cannot " + what + ": " + refusal.getReplyText(), cause);
    }
    return new QueueException(Kind.TRANSIENT, "cannot " + what + ", the connection to RabbitMQ is being made again: "
        + root.getMessage(), cause);
  }

  @Override
  public void ping() {
    if (!connection.isOpen()) {
      throw new QueueException(Kind.TRANSIENT, "the connection to RabbitMQ is lost; it is tried again every second",
          null);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (IOException | AlreadyClosedException e) {
      connection.abort();
    }
  }
}
