package io.nuthatch.database.sqlite;

import java.sql.SQLException;

/** One of those who read, each in a transaction of its own, which sees one state of the data. */
final class Reader implements Runnable {

  private final SqliteLink link;
  private final WorkQueue queue;

  Reader(SqliteLink link, WorkQueue queue) {
    this.link = link;
    this.queue = queue;
  }

  @Override
  public void run() {
    for (Work<?> work = queue.take(); work != null; work = queue.take()) {
      if (work.claim()) {
        serve(work);
      }
    }
  }

  private void serve(Work<?> work) {
    try {
      control("BEGIN");
      try {
        work.run(link);
      } finally {
        control("ROLLBACK");
      }
      work.succeed();
    } catch (Throwable failure) {
      work.fail(failure);
    }
  }

  private void control(String sql) {
    try {
      link.control(sql);
    } catch (SQLException e) {
      throw link.explain(e, sql);
    }
  }
}
