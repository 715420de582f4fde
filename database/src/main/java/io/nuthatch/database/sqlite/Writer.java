package io.nuthatch.database.sqlite;

import io.nuthatch.database.DatabaseException;
import io.nuthatch.database.DatabaseException.Reason;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The only one who writes: commits the work of everyone who waits in one transaction. */
final class Writer implements Runnable {

  /*
   * Group commit. A commit costs one flush of the disk whatever is in it, so all who wait share one. Each caller has a
   * savepoint: when its function fails, only its own changes are undone. Nobody hears of success before the commit.
   *
   * A lost group. Some failures (no space, failing disk) make SQLite roll back everything at once; the savepoint is
   * then gone. Those who had run before are told, since functions run once; those not yet run begin again.
   */
  private static final Logger LOG = LoggerFactory.getLogger(Writer.class);
  private static final String SAVEPOINT = "SAVEPOINT caller";
  private static final String RELEASE = "RELEASE caller";
  private static final String UNDO = "ROLLBACK TO caller";

  private final SqliteLink link;
  private final WorkQueue queue;
  private final LongAdder commits = new LongAdder();
  private final LongAdder transactions = new LongAdder();

  Writer(SqliteLink link, WorkQueue queue) {
    this.link = link;
    this.queue = queue;
  }

  @Override
  public void run() {
    List<Work<?>> group = new ArrayList<>();
    while (queue.takeAll(group)) {
      group.removeIf(work -> !work.claim());
      try {
        int done = 0;
        while (done < group.size()) {
          done += transact(group.subList(done, group.size()));
        }
      } catch (Throwable unforeseen) {
        LOG.error("the writer goes on after a failure nobody foresaw", unforeseen);
        lose(group, unforeseen);
      }
      group.clear();
    }
  }

  SqliteActivity activity() {
    return new SqliteActivity(transactions.sum(), commits.sum());
  }

  /** Runs work in one transaction, as far as it goes; how many have their outcome. */
  private int transact(List<Work<?>> group) {
    if (!attempt("BEGIN IMMEDIATE", group)) {
      return group.size();
    }
    boolean shared = group.size() > 1;
    List<Work<?>> ran = new ArrayList<>(group.size());
    for (int i = 0; i < group.size(); i++) {
      Work<?> work = group.get(i);
      try {
        run(work, shared);
        ran.add(work);
      } catch (Throwable failure) {
        boolean alone = shared && undone();
        work.fail(failure);
        if (!alone) {
          lose(ran, failure);
          return i + 1;
        }
      }
    }
    if (attempt("COMMIT", ran)) {
      commits.increment();
      transactions.add(ran.size());
      ran.forEach(Work::succeed);
    }
    return group.size();
  }

  private void run(Work<?> work, boolean shared) {
    try {
      if (shared) {
        link.control(SAVEPOINT);
      }
      work.run(link);
      if (shared) {
        link.control(RELEASE);
      }
    } catch (SQLException e) {
      throw link.explain(e, "a transaction among several");
    }
  }

  /** False when the savepoint is gone, and with it the transaction. */
  private boolean undone() {
    try {
      link.control(UNDO);
      link.control(RELEASE);
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  private boolean attempt(String control, List<Work<?>> group) {
    try {
      link.control(control);
      return true;
    } catch (SQLException e) {
      lose(group, link.explain(e, control));
      return false;
    }
  }

  /** Rolls back and tells those who do not know their outcome yet. */
  private void lose(List<Work<?>> group, Throwable failure) {
    try {
      link.control("ROLLBACK");
    } catch (SQLException e) {
      LOG.debug("SQLite has rolled back already: {}", e.getMessage());
    }
    Reason reason = failure instanceof DatabaseException e ? e.reason() : Reason.UNAVAILABLE;
    group.forEach(work -> work
        .fail(new DatabaseException(reason, "nothing was committed: " + failure.getMessage(), failure)));
  }
}
