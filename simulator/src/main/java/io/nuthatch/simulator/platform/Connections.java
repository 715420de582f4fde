package io.nuthatch.simulator.platform;

import java.time.Duration;
import java.util.ArrayList;
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

  private final Map<String, List<Connection>> open = new HashMap<>();

  /** Opens a stream of a kind; those of the kind that the caller has already end. */
  public synchronized Connection replace(String kind, Caller caller) {
    Connection opened = new Connection(kind + "/" + caller.quotaKey(), caller);
    own(opened).forEach(older -> older.end(Ending.REPLACED));
    own(opened).add(opened);
    return opened;
  }

  /** Opens a stream of a kind unless the caller has one already. */
  public synchronized Optional<Connection> only(String kind, Caller caller) {
    Connection opened = new Connection(kind + "/" + caller.quotaKey(), caller);
    return own(opened).isEmpty() && own(opened).add(opened) ? Optional.of(opened) : Optional.empty();
  }

  /** Opens a stream of a kind beside those that the caller has already. */
  public synchronized Connection another(String kind, Caller caller) {
    Connection opened = new Connection(kind + "/" + caller.quotaKey(), caller);
    own(opened).add(opened);
    return opened;
  }

  public synchronized void endAll(Ending reason) {
    all().forEach(connection -> connection.end(reason));
  }

  synchronized void closed(Connection connection) {
    own(connection).remove(connection);
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

  private List<Connection> own(Connection connection) {
    return open.computeIfAbsent(connection.key, key -> new ArrayList<>());
  }
}
