package io.nuthatch.database.postgres;

import io.nuthatch.database.jdbc.SqlText;
import io.nuthatch.database.jdbc.Values;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** One statement for many rows. */
final class PostgresBatch {

  /*
   * By arrays. A statement per row costs the server far more than the row does. A plain INSERT is therefore sent with an
   * array for each parameter, some thousand rows at a time. The element type is that of the values given, as it would be
   * for a single row; where a column mixes types, or has no value at all, there is no such array.
   *
   * Row by row. Everything else goes as the driver's batch: one statement per row, but not one round trip. So do the rows
   * of an upsert that meets the same key twice, which the server refuses within one statement; a savepoint takes back
   * the attempt.
   */
  private static final int ROWS = 4_000;
  private static final long BYTES = 4_000_000;
  private static final String SAME_KEY_TWICE = "21000";

  private final Connection connection;
  private final String sql;
  private final int width;
  private final @Nullable ArrayInsert insert;
  private final List<@Nullable Object[]> chunk = new ArrayList<>();
  private long bytes;

  PostgresBatch(Connection connection, String sql) {
    this.connection = connection;
    this.sql = sql;
    this.width = SqlText.parameters(sql);
    this.insert = ArrayInsert.of(sql);
  }

  long write(Iterable<? extends @Nullable Object[]> rows) throws SQLException {
    long changed = 0;
    long number = 0;
    for (@Nullable
    Object[] row : rows) {
      number++;
      add(Values.encodeRow(row, width, number));
      if (chunk.size() == ROWS || bytes > BYTES) {
        changed += flush();
      }
    }
    return chunk.isEmpty() ? changed : changed + flush();
  }

  private void add(@Nullable Object[] row) {
    chunk.add(row);
    for (Object value : row) {
      bytes += switch (value) {
        case String text -> text.length();
        case byte[] array -> array.length;
        case null, default -> Long.BYTES;
      };
    }
  }

  private long flush() throws SQLException {
    long changed = insert == null ? rowByRow() : byArrays(insert);
    chunk.clear();
    bytes = 0;
    return changed;
  }

  private long byArrays(ArrayInsert insert) throws SQLException {
    List<@Nullable ElementType> types = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      int column = i;
      List<ElementType> found = chunk.stream().map(row -> row[column]).filter(Objects::nonNull).map(ElementType::of)
          .distinct().toList();
      if (found.size() > 1) {
        return rowByRow();
      }
      types.add(found.isEmpty() ? null : found.getFirst());
    }
    if (types.stream().allMatch(Objects::isNull)) {
      return rowByRow();
    }
    return insert.merges() ? merge(insert, types) : insert(insert, types);
  }

  private long merge(ArrayInsert insert, List<@Nullable ElementType> types) throws SQLException {
    Savepoint before = connection.setSavepoint();
    try {
      long changed = insert(insert, types);
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

  private long insert(ArrayInsert insert, List<@Nullable ElementType> types) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(insert.statement(types))) {
      int position = 1;
      for (int i = 0; i < width; i++) {
        ElementType type = types.get(i);
        if (type != null) {
          statement.setArray(position++, connection.createArrayOf(type.sqlName(), type.array(chunk, i)));
        }
      }
      return statement.executeLargeUpdate();
    }
  }

  private long rowByRow() throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (@Nullable
      Object[] row : chunk) {
        Values.bindRow(statement, row, width, 0);
        statement.addBatch();
      }
      return LongStream.of(statement.executeLargeBatch()).sum();
    }
  }
}
