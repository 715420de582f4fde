package io.nuthatch.database.sqlite;

import io.nuthatch.database.DatabaseException;
import io.nuthatch.database.jdbc.Link;
import io.nuthatch.database.jdbc.SqlText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection to SQLite with the statements it has prepared. */
final class SqliteLink implements Link, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SqliteLink.class);
  private static final int KEPT = 250;
  /** SQLite counts rows for these; after anything else it still tells the count of the one before. */
  private static final Set<String> COUNTED = Set.of("INSERT", "UPDATE", "DELETE", "REPLACE", "WITH");

  private final Connection connection;
  /** Prepared and not in use, the longest unused first. One in use is not here, so statements may nest. */
  private final LinkedHashMap<String, PreparedStatement> idle = new LinkedHashMap<>();
  private final Map<String, PreparedStatement> controls = new HashMap<>();
  private final AtomicBoolean outdated = new AtomicBoolean();

  SqliteLink(Connection connection) {
    this.connection = connection;
  }

  /** Opens or ends a transaction or a part of one. Three times per caller, so it goes by the shortest way. */
  void control(String sql) throws SQLException {
    if (outdated.compareAndSet(true, false)) {
      forget();
    }
    PreparedStatement statement = controls.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      controls.put(sql, statement);
    }
    try {
      statement.executeUpdate();
    } catch (SQLException e) {
      controls.remove(sql);
      statement.close();
      throw e;
    }
  }

  /** From any thread: what was prepared before knows the columns of before. */
  void tablesChanged() {
    outdated.set(true);
  }

  /** Prepares, executes and puts away. */
  <T> T with(String sql, int parameters, Execution<T> execution) throws SQLException {
    PreparedStatement statement = prepare(sql, parameters);
    boolean done = false;
    try {
      T result = execution.on(statement);
      done = true;
      return result;
    } finally {
      release(sql, statement, !done);
    }
  }

  interface Execution<T> {
    T on(PreparedStatement statement) throws SQLException;
  }

  @Override
  public PreparedStatement prepare(String sql, int parameters) throws SQLException {
    PreparedStatement statement = idle.remove(sql);
    if (statement == null) {
      SqlText.check(sql);
      statement = connection.prepareStatement(sql);
    }
    int wanted = statement.getParameterMetaData().getParameterCount();
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
      LOG.debug("a statement was not put away: {}", e.getMessage());
    }
  }

  @Override
  public int update(String sql, PreparedStatement statement) throws SQLException {
    int changed = statement.executeUpdate();
    return COUNTED.contains(SqlText.firstWord(sql)) ? changed : 0;
  }

  @Override
  public long batch(String sql, Iterable<? extends @Nullable Object[]> rows) throws SQLException {
    return new SqliteBatch(this, sql).write(rows);
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

  private void forget() throws SQLException {
    for (PreparedStatement statement : idle.values()) {
      statement.close();
    }
    idle.clear();
  }
}
