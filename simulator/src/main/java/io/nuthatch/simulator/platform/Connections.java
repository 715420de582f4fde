package io.nuthatch.simulator.platform;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The streams that are open, by who opened them. Also watches for clients that have stopped reading. */
public final class Connections {

  /** Why a platform ends a stream. */
  public enum Ending {
    /** The platform is going down for a while. */
    SHUTDOWN,
    /** The same credential opened another stream. */
    REPLACED,
    REVOKED,
    /** The client does not read fast enough. */
    STALLED
  }

  /** One open stream. */
  public static final class Connection {

    private final String key;
    private final Caller caller;
    private volatile Optional<Ending> ending = Optional.empty();
    private volatile Optional<Thread> writer = Optional.empty();
    private volatile long writingSince;

    private Connection(String key, Caller caller) {
      this.key = key;
      this.caller = caller;
    }

    public Caller caller() {
      return caller;
    }

    Optional<Ending> ending() {
      return ending;
    }

    void end(Ending reason) {
      if (ending.isEmpty()) {
        ending = Optional.of(reason);
      }
    }

    void writing() {
      writingSince = System.nanoTime();
      writer = Optional.of(Thread.currentThread());
    }

    /** How long the write took that has just ended. */
    Duration written() {
      writer = Optional.empty();
      return Duration.ofNanos(System.nanoTime() - writingSince);
    }

    private void breakIfStalled(Duration limit) {
      Optional<Thread> stuck = writer;
      if (stuck.isPresent() && System.nanoTime() - writingSince > limit.toNanos()) {
        end(Ending.STALLED);
        stuck.get().interrupt();
      }
    }
  }

  private final Map<String, Deque<Connection>> open = new HashMap<>();

  /** Opens a stream; when the caller has one on the same key already, that one ends. */
  public synchronized Connection replace(String key, Caller caller) {
    Deque<Connection> own = open.computeIfAbsent(key + "/" + caller.quotaKey(), name -> new ArrayDeque<>());
    own.forEach(older -> older.end(Ending.REPLACED));
    return add(own, key, caller);
  }

  /** Opens a stream unless the caller has one on the same key already. */
  public synchronized Optional<Connection> only(String key, Caller caller) {
    Deque<Connection> own = open.computeIfAbsent(key + "/" + caller.quotaKey(), name -> new ArrayDeque<>());
    return own.isEmpty() ? Optional.of(add(own, key, caller)) : Optional.empty();
  }

  public synchronized void endAll(Ending reason) {
    all().forEach(connection -> connection.end(reason));
  }

  synchronized void closed(Connection connection) {
    String key = connection.key + "/" + connection.caller.quotaKey();
    open.getOrDefault(key, new ArrayDeque<>()).remove(connection);
  }

  void breakStalled(Duration limit) {
    all().forEach(connection -> connection.breakIfStalled(limit));
  }

  /** The streams open now. */
  public synchronized List<Connection> all() {
    List<Connection> all = new ArrayList<>();
    open.values().forEach(all::addAll);
    return all;
  }

  private static Connection add(Deque<Connection> own, String key, Caller caller) {
    Connection connection = new Connection(key, caller);
    own.addLast(connection);
    return connection;
  }
}
