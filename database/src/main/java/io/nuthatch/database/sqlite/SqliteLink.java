package io.nuthatch.database.sqlite;

import io.nuthatch.database.DatabaseException;
import io.nuthatch.database.jdbc.Link;
import io.nuthatch.database.jdbc.SqlText;
import io.nuthatch.database.jdbc.Values;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** A connection to SQLite with the statements it has prepared. */
final class SqliteLink implements Link, AutoCloseable {

  private static final int KEPT = 250;
  private static final int BATCHED = 500;
  /** SQLite counts rows for these; after anything else it still tells the count of the one before. */
  private static final Set<String> COUNTED = Set.of("INSERT", "UPDATE", "DELETE", "REPLACE", "WITH");

  private final Connection connection;
  /** Prepared and not in use, the longest unused first. One in use is not here, so statements may nest. */
  private final LinkedHashMap<String, PreparedStatement> idle = new LinkedHashMap<>();
  private final AtomicBoolean outdated = new AtomicBoolean();

  SqliteLink(Connection connection) {
    this.connection = connection;
  }

  /** Opens or ends a transaction or a part of one. */
  void control(String sql) throws SQLException {
    if (outdated.getAndSet(false)) {
      forget();
    }
    PreparedStatement statement = idle.remove(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
    }
    boolean done = false;
    try {
      statement.executeUpdate();
      done = true;
    } finally {
      release(sql, statement, !done);
    }
  }

  /** From any thread: what was prepared before knows the columns of before. */
  void tablesChanged() {
    outdated.set(true);
  }

  @Override
  public PreparedStatement prepare(String sql, int parameters) throws SQLException {
    PreparedStatement statement = take(sql);
    int wanted = width(statement);
    if (wanted != parameters) {
      release(sql, statement, false);
      throw new SQLException(parameters + " parameters for " + wanted + " question marks");
    }
    return statement;
  }

  @Override
  public void release(String sql, PreparedStatement statement, boolean failed) {
    try {
      if (failed || idle.containsKey(sql)) {
        statement.close();
        return;
      }
      statement.clearParameters();
      idle.putLast(sql, statement);
      if (idle.size() > KEPT) {
        idle.pollFirstEntry().getValue().close();
      }
    } catch (SQLException e) {
      throw explain(e, "putting away " + SqlText.shown(sql));
    }
  }

  @Override
  public int update(String sql, PreparedStatement statement) throws SQLException {
    int changed = statement.executeUpdate();
    return COUNTED.contains(SqlText.firstWord(sql)) ? changed : 0;
  }

  @Override
  public long batch(String sql, Iterable<? extends @Nullable Object[]> rows) throws SQLException {
    PreparedStatement statement = take(sql);
    boolean done = false;
    try {
      long changed = fill(statement, rows);
      done = true;
      return changed;
    } finally {
      release(sql, statement, !done);
    }
  }

  @Override
  public long load(String table, List<String> columns, Iterable<? extends @Nullable Object[]> rows)
      throws SQLException {
    return batch(SqlText.insert(table, columns), rows);
  }

  @Override
  public void script(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  @Override
  public DatabaseException explain(SQLException failure, String what) {
    return SqliteFailures.explain(failure, what);
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw explain(e, "closing");
    }
  }

  private static long fill(PreparedStatement statement, Iterable<? extends @Nullable Object[]> rows)
      throws SQLException {
    int width = width(statement);
    long changed = 0;
    long number = 0;
    for (@Nullable
    Object[] row : rows) {
      number++;
      Values.bindRow(statement, row, width, number);
      statement.addBatch();
      if (number % BATCHED == 0) {
        changed += LongStream.of(statement.executeLargeBatch()).sum();
      }
    }
    return changed + LongStream.of(statement.executeLargeBatch()).sum();
  }

  private PreparedStatement take(String sql) throws SQLException {
    PreparedStatement statement = idle.remove(sql);
    if (statement == null) {
      SqlText.check(sql);
      statement = connection.prepareStatement(sql);
    }
    return statement;
  }

  private void forget() throws SQLException {
    for (PreparedStatement statement : idle.values()) {
      statement.close();
    }
    idle.clear();
  }

  private static int width(PreparedStatement statement) throws SQLException {
    return statement.getParameterMetaData().getParameterCount();
  }
}
