package io.nuthatch.app.node;

import io.nuthatch.model.Json;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What happens on this node, told to whoever listens now. Nothing is kept: a listener that cannot keep up loses the
 * oldest events and is told how many, and one that was away asks the API for the present state.
 */
public final class Events {

  private static final int MOST_WAITING = 1000;

  /** Something that happened. */
  public record Event(long id, String type, String json) {
  }

  private final AtomicLong ids = new AtomicLong();
  private final Set<Listener> listeners = ConcurrentHashMap.newKeySet();

  public void tell(String type, Object value) {
    if (!listeners.isEmpty()) {
      Event event = new Event(ids.incrementAndGet(), type, Json.write(value));
      listeners.forEach(listener -> listener.offer(event));
    }
  }

  public int listeners() {
    return listeners.size();
  }

  public Listener listen() {
    Listener listener = new Listener();
    listeners.add(listener);
    return listener;
  }

  /** One reader's end. */
  public final class Listener implements AutoCloseable {
    private final Deque<Event> waiting = new ArrayDeque<>();
    private int lost;

    private synchronized void offer(Event event) {
      if (waiting.size() == MOST_WAITING) {
        waiting.removeFirst();
        lost++;
      }
      waiting.addLast(event);
      notifyAll();
    }

    /** The next event, or null when none came in time. */
    public synchronized @Nullable Event next(Duration atMost) throws InterruptedException {
      long end = System.nanoTime() + atMost.toNanos();
      while (waiting.isEmpty()) {
        long left = (end - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
          return null;
        }
        wait(left);
      }
      if (lost > 0) {
        Event gap = new Event(waiting.getFirst().id, "lost", "{\"events\":" + lost + "}");
        lost = 0;
        return gap;
      }
      return waiting.removeFirst();
    }

    @Override
    public void close() {
      listeners.remove(this);
    }
  }
}
