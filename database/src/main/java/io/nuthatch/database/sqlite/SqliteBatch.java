package io.nuthatch.database.sqlite;

import io.nuthatch.database.jdbc.InsertShape;
import io.nuthatch.database.jdbc.SqlText;
import io.nuthatch.database.jdbc.Values;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** One statement for many rows. */
final class SqliteBatch {

  /*
   * An INSERT is made to take some hundred rows at once, which saves a good part of the calls into native code. What is
   * left at the end, very large rows and all other statements go as the driver's batch, row by row.
   */
  private static final int ROWS = 500;
  private static final int PARAMETERS = 1_000;
  private static final long BYTES = 4_000_000;

  private final SqliteLink link;
  private final String sql;
  private final int width;
  /** For as many rows as make a full chunk; null when the statement has to go row by row. */
  private final @Nullable String forMany;
  private final int rows;
  private final List<@Nullable Object[]> chunk = new ArrayList<>(ROWS);
  private long bytes;

  SqliteBatch(SqliteLink link, String sql) {
    this.link = link;
    this.sql = sql;
    this.width = SqlText.parameters(sql);
    InsertShape insert = InsertShape.of(sql);
    this.rows = insert == null ? ROWS : Math.clamp(PARAMETERS / width, 1, ROWS);
    this.forMany = insert == null ? null : forMany(insert, width, rows);
  }

  long write(Iterable<? extends @Nullable Object[]> all) throws SQLException {
    long changed = 0;
    long number = 0;
    for (var row : all) {
      number++;
      var encoded = Values.encodeRow(row, width, number);
      chunk.add(encoded);
      bytes += Values.bytes(encoded);
      if (chunk.size() == rows || bytes > BYTES) {
        changed += flush();
      }
    }
    return chunk.isEmpty() ? changed : changed + flush();
  }

  private long flush() throws SQLException {
    long changed = forMany != null && chunk.size() == rows ? together(forMany) : rowByRow();
    chunk.clear();
    bytes = 0;
    return changed;
  }

  private long together(String sql) throws SQLException {
    return link.with(sql, rows * width, statement -> {
      int position = 1;
      for (var row : chunk) {
        for (Object value : row) {
          Values.bind(statement, position++, value);
        }
      }
      return (long) statement.executeUpdate();
    });
  }

  private long rowByRow() throws SQLException {
    return link.with(sql, width, statement -> {
      for (var row : chunk) {
        Values.bindRow(statement, row);
        statement.addBatch();
      }
      return LongStream.of(statement.executeLargeBatch()).sum();
    });
  }

  private static String forMany(InsertShape insert, int width, int rows) {
    String row = "(" + insert.values(Collections.nCopies(width, "?")) + ")";
    return "INSERT INTO " + insert.target() + " VALUES " + String.join(", ", Collections.nCopies(rows, row))
        + insert.tail();
  }
}
