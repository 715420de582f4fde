package io.nuthatch.queue;

import java.util.List;

/** A bus whose publishing can be hindered before or after it happens; all else goes to the one behind it. */
final class HinderedBus implements Bus {

  /** What happens to a call of publish. */
  interface Hindrance {

    void accept(List<Message> messages);
  }

  private final Bus bus;
  volatile Hindrance before = messages -> {
  };
  volatile Hindrance after = messages -> {
  };

  HinderedBus(Bus bus) {
    this.bus = bus;
  }

  @Override
  public void publish(List<Message> messages) {
    before.accept(messages);
    bus.publish(messages);
    after.accept(messages);
  }

  @Override
  public void declare(QueueDeclaration queue) {
    bus.declare(queue);
  }

  @Override
  public void unbind(String queue, String pattern) {
    bus.unbind(queue, pattern);
  }

  @Override
  public void delete(String queue) {
    bus.delete(queue);
  }

  @Override
  public Consumer consume(String queue, int prefetch, MessageHandler handler) {
    return bus.consume(queue, prefetch, handler);
  }

  @Override
  public List<Delivery> get(String queue, int max) {
    return bus.get(queue, max);
  }

  @Override
  public int consumers(String queue) {
    return bus.consumers(queue);
  }

  @Override
  public long depth(String queue) {
    return bus.depth(queue);
  }

  @Override
  public long purge(String queue) {
    return bus.purge(queue);
  }

  @Override
  public void ping() {
    bus.ping();
  }

  @Override
  public void close() {
    bus.close();
  }
}
