package io.nuthatch.queue.rabbit;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Envelope;
import io.nuthatch.queue.Delivery;
import io.nuthatch.queue.Message;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A message of a RabbitMQ in a consumer's hands. */
final class RabbitDelivery implements Delivery {

  private final RabbitBus bus;
  private final Channel channel;
  private final String queue;
  private final Envelope envelope;
  private final Map<String, Object> headers;
  private final Message message;
  private final AtomicBoolean settled = new AtomicBoolean();

  RabbitDelivery(RabbitBus bus, Channel channel, String queue, Envelope envelope, AMQP.BasicProperties properties,
      byte[] body) {
    this.bus = bus;
    this.channel = channel;
    this.queue = queue;
    this.envelope = envelope;
    this.headers = properties.getHeaders() == null ? Map.of() : properties.getHeaders();
    this.message = Message.of(originalKey(), body);
  }

  /** A dead letter has its queue's name for a key; the one it was published with stands in its headers. */
  private String originalKey() {
    String ours = text(RabbitBus.ROUTING_KEY);
    if (ours != null) {
      return ours;
    }
    Map<?, ?> death = death();
    if (death != null && death.get("routing-keys") instanceof List<?> keys && !keys.isEmpty()) {
      return keys.getFirst().toString();
    }
    return envelope.getRoutingKey();
  }

  private @Nullable Map<?, ?> death() {
    return headers.get("x-death") instanceof List<?> deaths && !deaths.isEmpty()
        && deaths.getFirst() instanceof Map<?, ?> latest ? latest : null;
  }

  private @Nullable String text(String header) {
    Object value = headers.get(header);
    return value == null ? null : value.toString();
  }

  @Override
  public String queue() {
    return queue;
  }

  @Override
  public Message message() {
    return message;
  }

  @Override
  public int count() {
    if (headers.get("x-delivery-count") instanceof Number before) {
      return before.intValue() + 1;
    }
    return envelope.isRedeliver() ? 2 : 1;
  }

  @Override
  public @Nullable Instant expiresAt() {
    String expires = text(RabbitBus.EXPIRES_AT);
    try {
      return expires == null ? null : Instant.parse(expires);
    } catch (DateTimeParseException e) {
      return null;
    }
  }

  @Override
  public @Nullable String reason() {
    String ours = text(RabbitBus.REASON);
    Map<?, ?> death = death();
    return ours != null || death == null ? ours : String.valueOf(death.get("reason"));
  }

  @Override
  public void acknowledge() {
    settle(() -> channel.basicAck(envelope.getDeliveryTag(), false));
  }

  @Override
  public void giveBack(String reason) {
    settle(() -> {
      if (bus.lastDelivery(this)) {
        bus.bury(this, reason);
        channel.basicAck(envelope.getDeliveryTag(), false);
      } else {
        channel.basicNack(envelope.getDeliveryTag(), false, true);
      }
    });
  }

  @Override
  public void reject(String reason) {
    settle(() -> {
      bus.bury(this, reason);
      channel.basicAck(envelope.getDeliveryTag(), false);
    });
  }

  /** What tells the broker. */
  private interface Settlement {

    void run() throws IOException;
  }

  private void settle(Settlement settlement) {
    if (settled.compareAndSet(false, true)) {
      try {
        settlement.run();
      } catch (IOException | AlreadyClosedException e) {
        throw RabbitBus.failure("settle a message of " + queue, e);
      }
    }
  }
}
