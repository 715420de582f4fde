package io.nuthatch.database.jdbc;

import io.nuthatch.database.DatabaseException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One connection and what its dialect does in a way of its own. Used by one thread at a time. */
public interface Link {

  /** A statement for that many parameters, until it is released. */
  PreparedStatement prepare(String sql, int parameters) throws SQLException;

  /** Gives a statement back; one that failed is not used again. */
  void release(String sql, PreparedStatement statement, boolean failed);

  /** How many rows a statement changed. */
  int update(String sql, PreparedStatement statement) throws SQLException;

  long batch(String sql, Iterable<? extends @Nullable Object[]> rows) throws SQLException;

  long load(String table, List<String> columns, Iterable<? extends @Nullable Object[]> rows) throws SQLException;

  /** Any number of statements without parameters or results. */
  void script(String sql) throws SQLException;

  /** Says what a failure means for the caller. */
  DatabaseException explain(SQLException failure, String what);
}
