package io.nuthatch.queue.postgres;

import io.nuthatch.queue.QueueException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells other nodes of namespaces that got a job, hears what they tell, and wakes those who wait. Both ways have a
 * connection of their own. After a lost one everybody is woken, for nobody knows what was missed.
 */
final class Notifications implements AutoCloseable {

  static final String CHANNEL = "nuthatch_jobs";

  private static final Logger LOG = LoggerFactory.getLogger(Notifications.class);
  private static final int LISTEN_MILLIS = 500;
  private static final int BETWEEN_MILLIS = 5;

  private final String jdbcUrl;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition heard = lock.newCondition();
  private final Map<String, Long> counts = new HashMap<>();
  private final Condition something = lock.newCondition();
  private final Set<String> unsaid = new HashSet<>();
  private final Thread thread;
  private final Thread speaker;
  private long forAll;
  private volatile boolean closing;

  Notifications(String jdbcUrl) {
    this.jdbcUrl = jdbcUrl;
    this.thread = Thread.ofPlatform().daemon().name("nuthatch-queue-listen").start(this::run);
    this.speaker = Thread.ofPlatform().daemon().name("nuthatch-queue-announce").start(this::speak);
  }

  /** How often this namespace was notified of, so far. */
  long count(String namespace) {
    lock.lock();
    try {
      return forAll + counts.getOrDefault(namespace, 0L);
    } finally {
      lock.unlock();
    }
  }

  /** Waits until the count is another than the one seen, at most this long. */
  void await(String namespace, long seen, long millis) throws InterruptedException {
    long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
    lock.lockInterruptibly();
    try {
      while (nanos > 0 && forAll + counts.getOrDefault(namespace, 0L) == seen) {
        check();
        nanos = heard.awaitNanos(nanos);
      }
      check();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Tells all nodes, this one at once. The first after a pause goes at once too, those that follow within a few
   * milliseconds go together; none waits for the disk, for a server that falls over forgets its listeners as well.
   */
  void announce(Set<String> namespaces) {
    if (namespaces.isEmpty()) {
      return;
    }
    namespaces.forEach(this::wake);
    lock.lock();
    try {
      unsaid.addAll(namespaces);
      something.signal();
    } finally {
      lock.unlock();
    }
  }

  private void speak() {
    while (!closing) {
      try (Connection connection = DriverManager.getConnection(jdbcUrl);
          Statement settings = connection.createStatement();
          PreparedStatement notify = connection
              .prepareStatement("SELECT pg_notify('" + CHANNEL + "', n) FROM unnest(?) AS n")) {
        settings.execute("SET synchronous_commit = off");
        while (!closing) {
          notify.setArray(1, connection.createArrayOf("text", nextToSay().toArray()));
          notify.execute();
          TimeUnit.MILLISECONDS.sleep(BETWEEN_MILLIS);
        }
      } catch (SQLException e) {
        if (!closing) {
          LOG.warn("the connection that announces jobs was lost and is made again: {}", e.getMessage());
          announce(Set.of(""));
          pause();
        }
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private Set<String> nextToSay() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (unsaid.isEmpty()) {
        something.await();
      }
      Set<String> now = Set.copyOf(unsaid);
      unsaid.clear();
      return now;
    } finally {
      lock.unlock();
    }
  }

  private void check() {
    if (closing) {
      throw QueueException.caller("the job queue is closed");
    }
  }

  private void run() {
    while (!closing) {
      try (Connection connection = DriverManager.getConnection(jdbcUrl);
          Statement statement = connection.createStatement()) {
        statement.execute("LISTEN " + CHANNEL);
        wake(null);
        PGConnection listening = connection.unwrap(PGConnection.class);
        while (!closing) {
          PGNotification[] notifications = listening.getNotifications(LISTEN_MILLIS);
          for (PGNotification notification : notifications == null ? new PGNotification[0] : notifications) {
            wake(notification.getParameter());
          }
        }
      } catch (SQLException e) {
        if (!closing) {
          LOG.warn("the connection that listens for jobs was lost and is made again: {}", e.getMessage());
          wake(null);
          pause();
        }
      }
    }
  }

  /** No name, or an empty one, is for all. */
  private void wake(@Nullable String namespace) {
    lock.lock();
    try {
      if (namespace == null || namespace.isEmpty()) {
        forAll++;
      } else {
        counts.merge(namespace, 1L, Long::sum);
      }
      heard.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void pause() {
    try {
      TimeUnit.SECONDS.sleep(1);
    } catch (InterruptedException e) {
      closing = true;
    }
  }

  @Override
  public void close() {
    closing = true;
    wake(null);
    thread.interrupt();
    speaker.interrupt();
    boolean interrupted = false;
    while (thread.isAlive() || speaker.isAlive()) {
      try {
        thread.join();
        speaker.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
