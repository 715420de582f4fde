package io.nuthatch.simulator.platform;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;

/** The last calls made to the platforms, so that a test can say what a client must not have asked. */
public final class Journal {

  /**
   * One call.
   *
   * @param query the parameters, of a form as well
   * @param caller the credential's name, empty when nobody was recognised
   * @param status as the platform meant it, whatever a fault made of it afterwards
   */
  public record Entry(Instant at, String method, String path, String query, String caller, int status) {
  }

  private final int capacity;
  private final Deque<Entry> entries = new ArrayDeque<>();

  Journal(int capacity) {
    this.capacity = capacity;
  }

  public synchronized void add(Entry entry) {
    entries.addLast(entry);
    if (entries.size() > capacity) {
      entries.removeFirst();
    }
  }

  /** The calls remembered, the oldest first. */
  public synchronized List<Entry> entries() {
    return List.copyOf(entries);
  }

  public List<Entry> entries(Predicate<Entry> wanted) {
    return entries().stream().filter(wanted).toList();
  }

  public synchronized void clear() {
    entries.clear();
  }
}
