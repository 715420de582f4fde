package io.nuthatch.queue;

import java.util.List;

/**
 * A durable queue of the bus and the topics it takes.
 *
 * @param patterns      routing keys with {@code *} for one word and {@code #} for any number of them
 * @param deliveries    how often a message is delivered before it becomes a dead letter
 * @param deadLetters   the queue that takes messages that were rejected, used up their deliveries or expired; empty
 *                      when they shall vanish
 */
public record QueueDeclaration(String name, List<String> patterns, int deliveries, String deadLetters) {

  public static final int USUAL_DELIVERIES = 20;

  public QueueDeclaration {
    NewJob.checked(name);
    patterns = List.copyOf(patterns);
    if (deliveries < 1) {
      throw QueueException.caller("queue " + name + ": a message is delivered at least once, not " + deliveries);
    }
    if (deadLetters.equals(name)) {
      throw QueueException.caller("queue " + name + " cannot take its own dead letters");
    }
  }

  /** With its dead letters in {@code <name>.dead}. */
  public static QueueDeclaration of(String name, String... patterns) {
    return new QueueDeclaration(name, List.of(patterns), USUAL_DELIVERIES, name + ".dead");
  }

  /** For messages nobody misses once they have expired or failed. */
  public QueueDeclaration withoutDeadLetters() {
    return new QueueDeclaration(name, patterns, deliveries, "");
  }

  public QueueDeclaration withDeliveries(int most) {
    return new QueueDeclaration(name, patterns, most, deadLetters);
  }
}
