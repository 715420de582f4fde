package io.nuthatch.benchmarks.queue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A queue table as one writes it: an insert by arrays, an update with {@code SKIP LOCKED}, a delete. */
final class PostgresByHand implements Contender {

  private final Connection connection;

  PostgresByHand(String url) throws SQLException {
    connection = DriverManager.getConnection(url);
    try (Statement statement = connection.createStatement()) {
      statement.execute("""
          CREATE TABLE jobs (id bigserial PRIMARY KEY, namespace text NOT NULL, due bigint NOT NULL,
            leased_until bigint, data bytea NOT NULL)""");
      statement.execute("CREATE INDEX jobs_due ON jobs (namespace, due) WHERE leased_until IS NULL");
    }
    connection.setAutoCommit(false);
  }

  @Override
  public String name() {
    return "postgresql-by-hand";
  }

  @Override
  public void schedule(long delayMillis) throws SQLException {
    byte[][] data = new byte[BATCH][PAYLOAD];
    Long[] due = new Long[BATCH];
    Arrays.fill(due, System.currentTimeMillis() + delayMillis);
    try (PreparedStatement insert = connection.prepareStatement(
        "INSERT INTO jobs (namespace, due, data) SELECT 'bench', d, x FROM unnest(?, ?) AS t(d, x)")) {
      insert.setArray(1, connection.createArrayOf("bigint", due));
      insert.setArray(2, connection.createArrayOf("bytea", data));
      insert.executeUpdate();
    }
    connection.commit();
  }

  @Override
  public int takeAndFinish() throws SQLException {
    List<Long> ids = new ArrayList<>();
    long now = System.currentTimeMillis();
    try (PreparedStatement take = connection.prepareStatement("""
        UPDATE jobs SET leased_until = ? WHERE id IN (SELECT id FROM jobs
          WHERE namespace = 'bench' AND due <= ? AND leased_until IS NULL ORDER BY due LIMIT ? FOR UPDATE SKIP LOCKED)
        RETURNING id, data""")) {
      take.setLong(1, now + 600_000);
      take.setLong(2, now);
      take.setInt(3, BATCH);
      try (ResultSet rows = take.executeQuery()) {
        while (rows.next()) {
          ids.add(rows.getLong(1));
          rows.getBytes(2);
        }
      }
    }
    connection.commit();
    try (PreparedStatement delete = connection.prepareStatement("DELETE FROM jobs WHERE id = ANY (?)")) {
      delete.setArray(1, connection.createArrayOf("bigint", ids.toArray()));
      delete.executeUpdate();
    }
    connection.commit();
    return ids.size();
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
