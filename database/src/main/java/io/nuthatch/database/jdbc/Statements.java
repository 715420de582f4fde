package io.nuthatch.database.jdbc;

import io.nuthatch.database.DatabaseException;
import io.nuthatch.database.DatabaseException.Reason;
import io.nuthatch.database.Row;
import io.nuthatch.database.Transaction;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The statements of one transaction over one connection, for the function it was made for and only while that function
 * runs. A statement that fails ends the transaction: later ones are refused, and so is its commit, even when the
 * function swallowed the failure.
 */
public final class Statements implements Transaction, AutoCloseable {

  /** Rows fetched at a time while streaming; PostgreSQL would otherwise hold all of them in memory. */
  private static final int STREAMED = 1_000;

  private final Link link;
  private final Thread owner = Thread.currentThread();
  private boolean ended;
  private boolean filling;
  private @Nullable DatabaseException failure;

  public Statements(Link link) {
    this.link = link;
  }

  @Override
  public <T> List<T> list(String sql, Function<? super Row, ? extends T> reader, @Nullable Object... parameters) {
    List<T> rows = new ArrayList<>();
    query(sql, 0, parameters, (result, row) -> {
      while (result.next()) {
        rows.add(reader.apply(row));
      }
    });
    return rows;
  }

  @Override
  public <T> Optional<T> first(String sql, Function<? super Row, ? extends T> reader, @Nullable Object... parameters) {
    List<T> rows = new ArrayList<>(1);
    query(sql, 0, parameters, (result, row) -> {
      if (result.next()) {
        rows.add(reader.apply(row));
      }
    });
    return rows.stream().findFirst();
  }

  @Override
  public void each(String sql, Consumer<? super Row> reader, @Nullable Object... parameters) {
    query(sql, STREAMED, parameters, (result, row) -> {
      while (result.next()) {
        reader.accept(row);
      }
    });
  }

  @Override
  public long number(String sql, @Nullable Object... parameters) {
    long[] number = new long[1];
    query(sql, 0, parameters, (result, row) -> {
      if (!result.next()) {
        throw new DatabaseException(Reason.STATEMENT, "no row where a number is asked for: " + SqlText.shown(sql),
            null);
      }
      number[0] = row.number();
    });
    return number[0];
  }

  @Override
  public int update(String sql, @Nullable Object... parameters) {
    return prepared(sql, parameters, statement -> link.update(sql, statement));
  }

  @Override
  public long batch(String sql, Iterable<? extends @Nullable Object[]> rows) {
    return fill(sql, () -> link.batch(sql, rows));
  }

  @Override
  public long load(String table, List<String> columns, Iterable<? extends @Nullable Object[]> rows) {
    return fill("load of " + table, () -> link.load(table, columns, rows));
  }

  /** Any number of statements at once, for migrations. */
  void script(String sql) {
    attempt(sql, () -> {
      link.script(sql);
      return 0;
    });
  }

  /** After the function returned: fails when a statement did, so that nothing half done is committed. */
  public void check() {
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public void close() {
    ended = true;
  }

  private void query(String sql, int fetched, @Nullable Object[] parameters, Reader reader) {
    prepared(sql, parameters, statement -> {
      statement.setFetchSize(fetched);
      try (ResultSet result = statement.executeQuery()) {
        ResultRow row = new ResultRow(result);
        try {
          reader.read(result, row);
        } finally {
          row.end();
        }
      }
      return 0;
    });
  }

  private int prepared(String sql, @Nullable Object[] parameters, Execution execution) {
    return attempt(sql, () -> {
      PreparedStatement statement = link.prepare(sql, parameters.length);
      boolean done = false;
      try {
        Values.bindRow(statement, parameters);
        int count = execution.execute(statement);
        done = true;
        return count;
      } finally {
        link.release(sql, statement, !done);
      }
    });
  }

  /**
   * While rows are taken from the caller's iterable, the connection is busy; COPY would wait for itself. When the
   * iterable fails, some rows may have been written, so the transaction ends as well.
   */
  private long fill(String what, Attempt<Long> attempt) {
    return attempt(what, () -> {
      filling = true;
      try {
        return attempt.run();
      } catch (RuntimeException e) {
        failure = e instanceof DatabaseException cause
            ? cause
            : new DatabaseException(Reason.STATEMENT, "the rows of a batch or load failed: " + e.getMessage(), e);
        throw e;
      } finally {
        filling = false;
      }
    });
  }

  private <T> T attempt(String sql, Attempt<T> attempt) {
    usable(sql);
    try {
      return attempt.run();
    } catch (SQLException e) {
      failure = link.explain(e, SqlText.shown(sql));
      throw failure;
    }
  }

  private void usable(String sql) {
    String why;
    if (ended) {
      why = "the transaction is over; it belongs to its function and ends with it";
    } else if (!owner.equals(Thread.currentThread())) {
      why = "the transaction belongs to the thread its function runs on";
    } else if (filling) {
      why = "the rows of a batch or load must not ask the transaction they are written by";
    } else if (failure != null) {
      why = "an earlier statement failed, which ended the transaction";
    } else {
      return;
    }
    throw new DatabaseException(Reason.STATEMENT, why + ": " + SqlText.shown(sql), failure);
  }

  private interface Attempt<T> {
    T run() throws SQLException;
  }

  private interface Execution {
    int execute(PreparedStatement statement) throws SQLException;
  }

  private interface Reader {
    void read(ResultSet result, ResultRow row) throws SQLException;
  }
}
