package io.nuthatch.benchmarks.database;

import io.nuthatch.benchmarks.Figure;
import io.nuthatch.benchmarks.Report;
import io.nuthatch.benchmarks.Rounds;
import io.nuthatch.benchmarks.Series;
import io.nuthatch.database.postgres.PostgresDatabase;
import io.nuthatch.database.postgres.PostgresSettings;
import io.nuthatch.simulator.servers.PostgresServer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/** Many rows in one transaction: the layer's batch and load against {@code COPY} by hand. */
final class PostgresBulk {

  private static final List<String> COLUMNS = List.of("id", "author", "likes", "seen_at", "text");

  private static final String SKIPPING = Sample.INSERT + " ON CONFLICT (id) DO NOTHING";

  private final int rows;
  private final Rounds rounds;

  PostgresBulk(boolean quick) {
    rows = quick ? 100_000 : 300_000;
    rounds = quick ? new Rounds(1, 5) : new Rounds(2, 7);
  }

  void run(Report report) throws Exception {
    try (PostgresServer server = PostgresServer.start()) {
      String url = server.fresh();
      try (PostgresDatabase database = PostgresDatabase.open(url, PostgresSettings.defaults());
          Connection connection = DriverManager.getConnection(url)) {
        database.run(t -> t.update(Sample.TABLE));
        connection.setAutoCommit(false);
        List<Series> measured = rounds.measure(
            () -> timed(database, () -> database.run(t -> t.batch(Sample.INSERT, Sample.rows(rows)))),
            () -> timed(database, () -> database.run(t -> t.batch(SKIPPING, Sample.rows(rows)))),
            () -> timed(database, () -> database.run(t -> t.load("posts", COLUMNS, Sample.rows(rows)))),
            () -> timed(database, () -> copy(connection)));
        Figure.Rival rival = new Figure.Rival("COPY by hand", measured.getLast());
        String note = rows + " rows, durable at the end";
        report.add(new Figure("postgres-batch", measured.get(0), rival, "rows/s", 0.5, note));
        report.add(new Figure("postgres-batch-on-conflict", measured.get(1), rival, "rows/s", 0.3, note));
        report.add(new Figure("postgres-load", measured.get(2), rival, "rows/s", 0.9, note));
      }
    }
  }

  private double timed(PostgresDatabase database, Work work) throws Exception {
    database.run(t -> t.update("TRUNCATE posts"));
    long start = System.nanoTime();
    work.run();
    return rows * 1e9 / (System.nanoTime() - start);
  }

  private void copy(Connection connection) throws SQLException {
    CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI()
        .copyIn("COPY posts (" + String.join(", ", COLUMNS) + ") FROM STDIN");
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < rows; i++) {
      Sample sample = Sample.of(i);
      lines.append(sample.id()).append('\t').append(sample.author()).append('\t').append(sample.likes()).append('\t')
          .append(sample.seenAt()).append('\t').append(sample.text()).append('\n');
      if (lines.length() > 64 * 1024) {
        send(copy, lines);
      }
    }
    send(copy, lines);
    copy.endCopy();
    connection.commit();
  }

  private static void send(CopyIn copy, StringBuilder lines) throws SQLException {
    byte[] bytes = lines.toString().getBytes(StandardCharsets.UTF_8);
    copy.writeToCopy(bytes, 0, bytes.length);
    lines.setLength(0);
  }

  private interface Work {
    void run() throws Exception;
  }
}
