package io.nuthatch.database.sqlite;

import io.nuthatch.database.Database;
import io.nuthatch.database.DatabaseException;
import io.nuthatch.database.DatabaseException.Reason;
import io.nuthatch.database.Dialect;
import io.nuthatch.database.Migrations;
import io.nuthatch.database.Reading;
import io.nuthatch.database.Transaction;
import io.nuthatch.database.jdbc.SchemaHistory;
import io.nuthatch.database.jdbc.Statements;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * SQLite in a directory that belongs to this process. A write that returned has reached the disk; writes that arrive
 * together are committed together, each of them whole or not at all. Reads go on beside them.
 *
 * <p>When more callers wait than the settings allow, further ones are held back. A caller that is interrupted before
 * its function began leaves without effect; after that it waits for the outcome. Closing finishes what waits.
 */
public final class SqliteDatabase implements Database {

  private final DirectoryLock lock;
  private final InstantSource clock;
  private final WorkQueue writes;
  private final WorkQueue reads;
  private final Writer writer;
  /** The writer's is the last, so that it is closed last: it is the one that can tidy up the log. */
  private final List<SqliteLink> links;
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicBoolean closed = new AtomicBoolean();

  private SqliteDatabase(DirectoryLock lock, List<SqliteLink> links, SqliteSettings settings, InstantSource clock) {
    this.lock = lock;
    this.clock = clock;
    this.links = links;
    this.writes = new WorkQueue(settings.waiting());
    this.reads = new WorkQueue(settings.waiting());
    this.writer = new Writer(links.getLast(), writes);
    links.forEach(link -> start(link == links.getLast() ? writer : new Reader(link, reads)));
  }

  /** Creates the directory and the file where there are none. */
  public static SqliteDatabase open(Path directory, SqliteSettings settings) {
    return open(directory, settings, InstantSource.system());
  }

  /** As {@link #open(Path, SqliteSettings)}, with the clock that dates migrations. */
  public static SqliteDatabase open(Path directory, SqliteSettings settings, InstantSource clock) {
    DirectoryLock lock = DirectoryLock.acquire(directory);
    Deque<SqliteLink> links = new ArrayDeque<>();
    try {
      SqliteFile file = new SqliteFile(lock.directory(), settings);
      links.addFirst(file.writer());
      for (int i = 0; i < settings.readers(); i++) {
        links.addFirst(file.reader());
      }
      return new SqliteDatabase(lock, List.copyOf(links), settings, clock);
    } catch (RuntimeException e) {
      links.forEach(SqliteLink::close);
      lock.close();
      throw e;
    }
  }

  @Override
  public Dialect dialect() {
    return Dialect.SQLITE;
  }

  @Override
  public <T> T read(Function<? super Reading, ? extends T> work) {
    return submit(reads, work);
  }

  @Override
  public <T> T write(Function<? super Transaction, ? extends T> work) {
    return submit(writes, work);
  }

  @Override
  public void migrate(List<Migrations> migrations) {
    submit(writes, statements -> {
      new SchemaHistory(statements, dialect(), clock).bringUpToDate(migrations);
      return true;
    });
    links.forEach(SqliteLink::tablesChanged);
  }

  @Override
  public void ping() {
    read(reading -> reading.number("SELECT 1"));
  }

  /** For metrics. */
  public SqliteActivity activity() {
    return writer.activity();
  }

  @Override
  public void close() {
    refuseNesting();
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    writes.close();
    reads.close();
    threads.forEach(SqliteDatabase::awaitEnd);
    try {
      links.forEach(SqliteLink::close);
    } finally {
      lock.close();
    }
  }

  private <T> T submit(WorkQueue queue, Function<? super Statements, ? extends T> function) {
    refuseNesting();
    Work<T> work = new Work<>(function);
    try {
      if (!queue.put(work)) {
        throw new DatabaseException(Reason.UNAVAILABLE, "the database in " + lock.directory() + " is closed", null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DatabaseException(Reason.UNAVAILABLE,
          "interrupted while waiting for the database; nothing of the transaction happened", e);
    }
    return work.await();
  }

  /** From inside a function, the thread would wait for itself. */
  private void refuseNesting() {
    if (threads.contains(Thread.currentThread())) {
      throw new DatabaseException(Reason.STATEMENT,
          "a function that runs in a transaction must use that transaction and neither start another nor close", null);
    }
  }

  private void start(Runnable work) {
    String role = work.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    threads.add(Thread.ofPlatform().daemon().name("database-" + role + "-" + threads.size()).start(work));
  }

  /** What waits is finished whatever happens to the one who closes. */
  private static void awaitEnd(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
