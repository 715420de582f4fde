package io.nuthatch.database.postgres;

import io.nuthatch.database.jdbc.InsertShape;
import io.nuthatch.database.jdbc.SqlText;
import io.nuthatch.database.jdbc.Values;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One statement for many rows. */
final class PostgresBatch {

  /*
   * A statement per row costs the server far more than the row does, so there are three ways.
   *
   * By arrays. An INSERT is sent with an array for each parameter, some thousand rows at a time. The element type is
   * that of the values given, as it would be for a single row; where a column mixes types, or there is no value at all,
   * there is no such array.
   *
   * By COPY. Once an INSERT that is nothing but its parameters has filled a chunk and goes on, all its rows are copied.
   *
   * Row by row. Everything else goes as the driver's batch: one statement per row, but not one round trip. So do the
   * rows of an upsert that meets the same key twice, which the server refuses within one statement; a savepoint takes
   * back the attempt.
   */
  private static final int ROWS = 2_000;
  private static final long BYTES = 4_000_000;
  private static final String SAME_KEY_TWICE = "21000";

  private final Connection connection;
  private final String sql;
  private final int width;
  private final @Nullable InsertShape insert;
  private final List<@Nullable Object[]> chunk = new ArrayList<>(ROWS);
  /** By column; null until it has a value. */
  private final @Nullable ElementType[] types;
  private boolean mixed;
  private long bytes;

  PostgresBatch(Connection connection, String sql) {
    this.connection = connection;
    this.sql = sql;
    this.width = SqlText.parameters(sql);
    this.insert = InsertShape.of(sql);
    this.types = new @Nullable ElementType[width];
  }

  long write(Iterable<? extends @Nullable Object[]> rows) throws SQLException {
    Iterator<? extends @Nullable Object[]> left = rows.iterator();
    long changed = 0;
    for (long number = 1; left.hasNext(); number++) {
      add(Values.encodeRow(left.next(), width, number));
      if (chunk.size() == ROWS || bytes > BYTES) {
        if (insert != null && insert.plain() && left.hasNext()) {
          return copy(insert.target(), left);
        }
        changed += flush();
      }
    }
    return chunk.isEmpty() ? changed : changed + flush();
  }

  private long copy(String target, Iterator<? extends @Nullable Object[]> left) throws SQLException {
    try (PostgresCopy copy = PostgresCopy.into(connection, target, width)) {
      for (var row : chunk) {
        copy.add(row);
      }
      while (left.hasNext()) {
        copy.add(left.next());
      }
      return copy.end();
    }
  }

  private void add(@Nullable Object[] row) {
    chunk.add(row);
    for (int i = 0; i < width; i++) {
      Object value = row[i];
      if (value != null) {
        ElementType type = ElementType.of(value);
        mixed |= types[i] != null && types[i] != type;
        types[i] = type;
      }
    }
    bytes += Values.bytes(row);
  }

  private long flush() throws SQLException {
    long changed = write();
    chunk.clear();
    Arrays.fill(types, null);
    mixed = false;
    bytes = 0;
    return changed;
  }

  private long write() throws SQLException {
    if (insert == null || mixed || Stream.of(types).allMatch(Objects::isNull)) {
      return rowByRow();
    }
    return insert.merges() ? merge(insert) : insert(insert);
  }

  private long merge(InsertShape insert) throws SQLException {
    Savepoint before = connection.setSavepoint();
    try {
      long changed = insert(insert);
      connection.releaseSavepoint(before);
      return changed;
    } catch (SQLException e) {
      if (!SAME_KEY_TWICE.equals(e.getSQLState())) {
        throw e;
      }
      connection.rollback(before);
      return rowByRow();
    }
  }

  private long insert(InsertShape insert) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(byArrays(insert, types))) {
      int position = 1;
      for (int i = 0; i < width; i++) {
        ElementType type = types[i];
        if (type != null) {
          statement.setArray(position++, connection.createArrayOf(type.sqlName(), type.array(chunk, i)));
        }
      }
      return statement.executeLargeUpdate();
    }
  }

  private long rowByRow() throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (var row : chunk) {
        Values.bindRow(statement, row);
        statement.addBatch();
      }
      return LongStream.of(statement.executeLargeBatch()).sum();
    }
  }

  /** A column of nothing but nulls has no array and no parameter. */
  static String byArrays(InsertShape insert, @Nullable ElementType[] types) {
    List<String> values = new ArrayList<>();
    List<String> arrays = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < types.length; i++) {
      ElementType type = types[i];
      values.add(type == null ? "NULL" : "given.p" + i);
      if (type != null) {
        arrays.add("?::" + type.sqlName() + "[]");
        names.add("p" + i);
      }
    }
    return "INSERT INTO " + insert.target() + " SELECT " + insert.values(values) + " FROM unnest("
        + String.join(", ", arrays) + ") AS given(" + String.join(", ", names) + ")" + insert.tail();
  }
}
