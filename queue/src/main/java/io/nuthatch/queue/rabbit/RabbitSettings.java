package io.nuthatch.queue.rabbit;

import java.time.Duration;
import java.util.Set;

/**
 * How a bus uses RabbitMQ.
 *
 * @param classic queues that others declare too, as classic durable ones without arguments; all others are quorum queues
 * @param confirm how long a publisher waits for the broker's confirmation
 */
public record RabbitSettings(String exchange, Set<String> classic, Duration confirm) {

  public static final String SFM_EXCHANGE = "sfm_exchange";

  public RabbitSettings {
    classic = Set.copyOf(classic);
  }

  public static RabbitSettings defaults() {
    return new RabbitSettings(SFM_EXCHANGE, Set.of(), Duration.ofSeconds(30));
  }

  public RabbitSettings withClassic(Set<String> names) {
    return new RabbitSettings(exchange, names, confirm);
  }
}
