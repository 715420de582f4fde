package io.nuthatch.queue;

/**
 * Takes one message. Returning acknowledges it unless the handler has settled it; an exception gives it back, or
 * rejects it when its kind says that trying again is of no use.
 */
@FunctionalInterface
public interface MessageHandler {

  void handle(Delivery delivery) throws Exception;
}
