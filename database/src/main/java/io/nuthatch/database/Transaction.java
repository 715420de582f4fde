package io.nuthatch.database;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Statements that read and write, all or nothing. A statement with {@code RETURNING} is read with {@link #list}. A
 * statement that fails ends the transaction, even when the function catches the failure; what may happen is said in the
 * statement, such as {@code ON CONFLICT}.
 */
public interface Transaction extends Reading {

  /** How many rows it changed. */
  int update(String sql, @Nullable Object... parameters);

  /** The same statement for every row of parameters, by the fastest way the dialect has. How many rows it changed. */
  long batch(String sql, Iterable<? extends @Nullable Object[]> rows);

  /**
   * Adds rows to a table without asking for conflicts, by the fastest way the dialect has ({@code COPY} on
   * PostgreSQL). How many were added.
   */
  long load(String table, List<String> columns, Iterable<? extends @Nullable Object[]> rows);
}
