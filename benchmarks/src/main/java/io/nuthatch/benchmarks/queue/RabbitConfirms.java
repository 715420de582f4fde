package io.nuthatch.benchmarks.queue;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.MessageProperties;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** RabbitMQ with a durable queue, persistent messages, confirms and acknowledgements by the batch. It has no delays. */
final class RabbitConfirms implements Contender {

  private static final String QUEUE = "bench";

  private final Connection connection;
  private final Channel channel;
  private final Channel consumer;
  private final BlockingQueue<Delivery> received = new LinkedBlockingQueue<>();
  private boolean consuming;

  RabbitConfirms(String url) throws Exception {
    var factory = new ConnectionFactory();
    factory.setUri(url);
    connection = factory.newConnection();
    channel = connection.createChannel();
    consumer = connection.createChannel();
    channel.queueDeclare(QUEUE, true, false, false, null);
    channel.confirmSelect();
  }

  @Override
  public String name() {
    return "rabbitmq-confirms";
  }

  @Override
  public void schedule(long delayMillis) throws Exception {
    if (delayMillis > 0) {
      return;
    }
    byte[] data = new byte[PAYLOAD];
    for (int i = 0; i < BATCH; i++) {
      channel.basicPublish("", QUEUE, MessageProperties.PERSISTENT_BASIC, data);
    }
    channel.waitForConfirmsOrDie(60_000);
  }

  @Override
  public int takeAndFinish() throws Exception {
    if (!consuming) {
      consuming = true;
      consumer.basicQos(2 * BATCH);
      consumer.basicConsume(QUEUE, false, (tag, message) -> received.add(message), tag -> {
      });
    }
    int taken = 0;
    long last = 0;
    for (Delivery next = next(); next != null; next = taken < BATCH ? next() : null) {
      last = next.getEnvelope().getDeliveryTag();
      taken++;
    }
    if (taken > 0) {
      consumer.basicAck(last, true);
    }
    return taken;
  }

  private @Nullable Delivery next() throws InterruptedException {
    return received.poll(500, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
