package io.nuthatch.queue;

import java.util.List;

/**
 * Messages handed on by topic. A message goes to every queue with a binding that matches its routing key and stays
 * there until a consumer has acknowledged it; consumers of one queue share its messages, oldest first.
 *
 * <p>When {@code publish} returns, the message survives a crash in every queue it was routed to. Delivery is at least
 * once: what is neither acknowledged nor rejected when its consumer goes away is delivered again, with its count one
 * higher. A message that matches no binding is dropped, as on any topic exchange.
 *
 * <p>What it does not do: keep order across redelivery, or remember messages for queues that are declared later.
 */
public interface Bus extends AutoCloseable {

  /** Declares a durable queue with its bindings. Declared again, it gets the bindings it did not have. */
  void declare(QueueDeclaration queue);

  /** Takes a binding away; what is in the queue stays. */
  void unbind(String queue, String pattern);

  /** Removes the queue, its bindings and its messages. */
  void delete(String queue);

  void publish(List<Message> messages);

  default void publish(Message message) {
    publish(List.of(message));
  }

  /**
   * Starts a consumer. The handler runs on virtual threads, at most {@code prefetch} at a time; close the consumer to
   * stop it: deliveries in hand are finished, the rest goes back.
   */
  Consumer consume(String queue, int prefetch, MessageHandler handler);

  /** Messages that wait now, or none: for tools and tests. Each must be settled like any other. */
  List<Delivery> get(String queue, int max);

  /** How many consumers are on the queue, in all processes. */
  int consumers(String queue);

  /** How many messages wait in the queue, those being worked on not counted. */
  long depth(String queue);

  /** Removes the messages that wait; returns how many. */
  long purge(String queue);

  /** Fails with a reason when messages cannot be published now. */
  void ping();

  @Override
  void close();

  /** A consumer that runs until it is closed. */
  interface Consumer extends AutoCloseable {

    @Override
    void close();
  }
}
