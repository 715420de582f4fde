package io.nuthatch.database.postgres;

import io.nuthatch.database.DatabaseException;
import io.nuthatch.database.jdbc.Link;
import io.nuthatch.database.jdbc.SqlText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A connection to PostgreSQL. The driver keeps what was prepared. */
final class PostgresLink implements Link {

  private final Connection connection;

  PostgresLink(Connection connection) {
    this.connection = connection;
  }

  @Override
  public PreparedStatement prepare(String sql, int parameters) throws SQLException {
    SqlText.check(sql);
    return connection.prepareStatement(sql);
  }

  @Override
  public void release(String sql, PreparedStatement statement, boolean failed) {
    try {
      statement.close();
    } catch (SQLException e) {
      throw explain(e, "closing " + SqlText.shown(sql));
    }
  }

  @Override
  public int update(String sql, PreparedStatement statement) throws SQLException {
    return statement.executeUpdate();
  }

  @Override
  public long batch(String sql, Iterable<? extends @Nullable Object[]> rows) throws SQLException {
    SqlText.check(sql);
    return new PostgresBatch(connection, sql).write(rows);
  }

  @Override
  public long load(String table, List<String> columns, Iterable<? extends @Nullable Object[]> rows)
      throws SQLException {
    try (PostgresCopy copy = PostgresCopy.into(connection, SqlText.target(table, columns), columns.size())) {
      for (var row : rows) {
        copy.add(row);
      }
      return copy.end();
    }
  }

  @Override
  public void script(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public DatabaseException explain(SQLException failure, String what) {
    return PostgresFailures.explain(failure, what);
  }
}
