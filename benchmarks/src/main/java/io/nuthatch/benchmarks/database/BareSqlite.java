package io.nuthatch.benchmarks.database;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** The rival: SQLite's driver by hand, as someone who knows it would, with the settings the product uses. */
final class BareSqlite implements AutoCloseable {

  private static final int BATCHED = 500;

  private final Connection connection;

  BareSqlite(Path directory) throws SQLException {
    connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("bare.db"));
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("""
          PRAGMA journal_mode = WAL;
          PRAGMA synchronous = FULL;
          PRAGMA foreign_keys = ON;
          PRAGMA temp_store = MEMORY;
          PRAGMA cache_size = -16384;
          PRAGMA wal_autocheckpoint = 4096;
          PRAGMA journal_size_limit = 16777216;
          """);
      statement.executeUpdate(Sample.TABLE);
    }
  }

  void inOneTransaction(int count) throws SQLException {
    connection.setAutoCommit(false);
    try (PreparedStatement statement = connection.prepareStatement(Sample.INSERT)) {
      for (int i = 0; i < count; i++) {
        set(statement, Sample.of(i));
        statement.addBatch();
        if ((i + 1) % BATCHED == 0) {
          statement.executeBatch();
        }
      }
      statement.executeBatch();
    }
    connection.commit();
  }

  /** One transaction for each row, for so long; how many there were. */
  long oneByOne(long nanoseconds) throws SQLException {
    long end = System.nanoTime() + nanoseconds;
    long written = 0;
    try (PreparedStatement statement = connection.prepareStatement(Sample.INSERT)) {
      while (System.nanoTime() < end) {
        set(statement, Sample.of(written++));
        statement.executeUpdate();
      }
    }
    return written;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }

  private static void set(PreparedStatement statement, Sample sample) throws SQLException {
    statement.setLong(1, sample.id());
    statement.setString(2, sample.author());
    statement.setLong(3, sample.likes());
    statement.setLong(4, sample.seenAt());
    statement.setString(5, sample.text());
  }
}
