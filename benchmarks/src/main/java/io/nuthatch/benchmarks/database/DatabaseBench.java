package io.nuthatch.benchmarks.database;

import io.nuthatch.benchmarks.Bench;
import io.nuthatch.benchmarks.Report;

/** Bulk and small writes of the database layer. */
public final class DatabaseBench implements Bench {

  @Override
  public String name() {
    return "database";
  }

  @Override
  public String summary() {
    return "SQLite against bare JDBC in batches and in small transactions; PostgreSQL against COPY";
  }

  @Override
  public void run(Report report, boolean quick) throws Exception {
    new SqliteBatches(quick).run(report);
    new SqliteSmallWrites(quick).run(report);
    new PostgresBulk(quick).run(report);
  }
}
