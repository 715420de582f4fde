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

/**
 * The least a queue table must have, as one writes it by hand: jobs leave by due time and arrival, with
 * {@code SKIP LOCKED}; a lease has an end, after which the job is in line again, and a token, without which it cannot
 * be finished; attempts are counted. An insert by arrays, an update that returns the jobs, a delete by ids, a commit
 * after each. It wakes nobody and buries nothing.
 */
final class PostgresByHand implements Contender {

  private final Connection connection;
  private long token;

  PostgresByHand(String url) throws SQLException {
    connection = DriverManager.getConnection(url);
    try (Statement statement = connection.createStatement()) {
      statement.execute("""
          CREATE TABLE jobs (id bigserial PRIMARY KEY, namespace text NOT NULL, due bigint NOT NULL,
            lease_end bigint NOT NULL DEFAULT 0, token bigint, attempts integer NOT NULL DEFAULT 0,
            data bytea NOT NULL)""");
      statement.execute("CREATE INDEX jobs_due ON jobs (namespace, due, id)");
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
    token++;
    try (PreparedStatement take = connection.prepareStatement("""
        UPDATE jobs SET lease_end = ?, token = ?, attempts = attempts + 1 WHERE id IN (SELECT id FROM jobs
          WHERE namespace = 'bench' AND due <= ? AND lease_end <= ? ORDER BY due, id LIMIT ? FOR UPDATE SKIP LOCKED)
        RETURNING id, due, attempts, data""")) {
      take.setLong(1, now + 600_000);
      take.setLong(2, token);
      take.setLong(3, now);
      take.setLong(4, now);
      take.setInt(5, BATCH);
      try (ResultSet rows = take.executeQuery()) {
        while (rows.next()) {
          ids.add(rows.getLong(1));
          rows.getLong(2);
          rows.getInt(3);
          rows.getBytes(4);
        }
      }
    }
    connection.commit();
    try (PreparedStatement delete = connection.prepareStatement("DELETE FROM jobs WHERE id = ANY (?) AND token = ?")) {
      delete.setArray(1, connection.createArrayOf("bigint", ids.toArray()));
      delete.setLong(2, token);
      if (delete.executeUpdate() != ids.size()) {
        throw new IllegalStateException("leases were refused");
      }
    }
    connection.commit();
    return ids.size();
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
