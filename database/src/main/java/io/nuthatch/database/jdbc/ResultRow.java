package io.nuthatch.database.jdbc;

import io.nuthatch.database.DatabaseException;
import io.nuthatch.database.DatabaseException.Reason;
import io.nuthatch.database.Row;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The row a result stands on. Drivers reuse results, so a row that is kept is told apart by {@link #end}. */
final class ResultRow implements Row {

  private final ResultSet result;
  private boolean ended;

  ResultRow(ResultSet result) {
    this.result = result;
  }

  void end() {
    ended = true;
  }

  @Override
  public String text(String column) {
    return Values.text(present(column), column);
  }

  @Override
  public @Nullable String textOrNull(String column) {
    Object stored = stored(column);
    return stored == null ? null : Values.text(stored, column);
  }

  @Override
  public long integer(String column) {
    return Values.integer(present(column), column);
  }

  @Override
  public double decimal(String column) {
    return Values.decimal(present(column), column);
  }

  @Override
  public boolean flag(String column) {
    return Values.flag(present(column), column);
  }

  @Override
  public byte[] bytes(String column) {
    return Values.bytes(present(column), column);
  }

  @Override
  public byte @Nullable [] bytesOrNull(String column) {
    Object stored = stored(column);
    return stored == null ? null : Values.bytes(stored, column);
  }

  @Override
  public Instant instant(String column) {
    return Values.instant(present(column), column);
  }

  @Override
  public @Nullable Instant instantOrNull(String column) {
    Object stored = stored(column);
    return stored == null ? null : Values.instant(stored, column);
  }

  @Override
  public JsonNode json(String column) {
    return Values.json(present(column), column);
  }

  @Override
  public <E extends Enum<E>> E oneOf(String column, Class<E> type) {
    return Values.oneOf(present(column), column, type);
  }

  @Override
  public boolean isNull(String column) {
    return stored(column) == null;
  }

  /** The one column of a result that has one. */
  long number() throws SQLException {
    Object stored = result.getObject(1);
    if (stored == null) {
      throw new DatabaseException(Reason.STATEMENT, "the number asked for is null; use coalesce", null);
    }
    return Values.integer(stored, "1");
  }

  private Object present(String column) {
    Object stored = stored(column);
    if (stored == null) {
      throw new DatabaseException(Reason.STATEMENT, "column " + column + " is null where a value is asked for", null);
    }
    return stored;
  }

  private @Nullable Object stored(String column) {
    if (ended) {
      throw new DatabaseException(Reason.STATEMENT, "the row was kept after its result ended; copy what is needed",
          null);
    }
    try {
      return result.getObject(column);
    } catch (SQLException e) {
      throw new DatabaseException(Reason.STATEMENT, "column " + column + " cannot be read: " + e.getMessage(), e);
    }
  }
}
