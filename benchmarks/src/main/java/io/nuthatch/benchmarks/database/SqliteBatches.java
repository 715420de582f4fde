package io.nuthatch.benchmarks.database;

import io.nuthatch.benchmarks.Figure;
import io.nuthatch.benchmarks.Report;
import io.nuthatch.benchmarks.Rounds;
import io.nuthatch.benchmarks.Series;
import io.nuthatch.database.sqlite.SqliteDatabase;
import io.nuthatch.database.sqlite.SqliteSettings;
import java.util.List;

/** Many rows in one transaction: the layer's batch against the driver's. */
final class SqliteBatches {

  private final int rows;
  private final Rounds rounds;

  SqliteBatches(boolean quick) {
    rows = quick ? 100_000 : 300_000;
    rounds = quick ? new Rounds(1, 5) : new Rounds(2, 7);
  }

  void run(Report report) throws Exception {
    List<Series> measured = rounds.measure(this::product, this::bare);
    report.add(
        new Figure("sqlite-batch", measured.get(0), new Figure.Rival("bare JDBC, one transaction", measured.get(1)),
            "rows/s", 0.8,
            rows + " rows, durable at the end"));
  }

  private double product() throws Exception {
    try (Scratch scratch = new Scratch();
        SqliteDatabase database = SqliteDatabase.open(scratch.directory(), SqliteSettings.defaults())) {
      database.run(t -> t.update(Sample.TABLE));
      long start = System.nanoTime();
      database.run(t -> t.batch(Sample.INSERT, Sample.rows(rows)));
      return rows * 1e9 / (System.nanoTime() - start);
    }
  }

  private double bare() throws Exception {
    try (Scratch scratch = new Scratch(); BareSqlite bare = new BareSqlite(scratch.directory())) {
      long start = System.nanoTime();
      bare.inOneTransaction(rows);
      return rows * 1e9 / (System.nanoTime() - start);
    }
  }
}
