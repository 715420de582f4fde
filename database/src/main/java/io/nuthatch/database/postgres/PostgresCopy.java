package io.nuthatch.database.postgres;

import io.nuthatch.database.jdbc.Values;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * Rows sent by {@code COPY} in its text format, which takes a value for any column type the value can be written as.
 * The binary format would want to know the types of the columns first.
 */
final class PostgresCopy {

  private static final byte[] NULL = {'\\', 'N'};
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
  private static final int FLUSHED = 64 * 1024;

  private final CopyIn copy;
  private byte[] buffer = new byte[2 * FLUSHED];
  private int length;

  private PostgresCopy(CopyIn copy) {
    this.copy = copy;
  }

  static long into(Connection connection, String target, int width, Iterable<? extends @Nullable Object[]> rows)
      throws SQLException {
    CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn("COPY " + target + " FROM STDIN");
    try {
      new PostgresCopy(copy).write(rows, width);
      return copy.endCopy();
    } finally {
      if (copy.isActive()) {
        copy.cancelCopy();
      }
    }
  }

  private void write(Iterable<? extends @Nullable Object[]> rows, int width) throws SQLException {
    long number = 0;
    for (@Nullable
    Object[] row : rows) {
      number++;
      @Nullable
      Object[] encoded = Values.encodeRow(row, width, number);
      for (int i = 0; i < width; i++) {
        if (i > 0) {
          put('\t');
        }
        put(encoded[i]);
      }
      put('\n');
      if (length >= FLUSHED) {
        flush();
      }
    }
    flush();
  }

  private void flush() throws SQLException {
    copy.writeToCopy(buffer, 0, length);
    length = 0;
  }

  private void put(@Nullable Object value) {
    switch (value) {
      case null -> put(NULL);
      case String text -> escaped(text.getBytes(StandardCharsets.UTF_8));
      case byte[] bytes -> hex(bytes);
      case Boolean flag -> put(flag ? 't' : 'f');
      default -> put(value.toString().getBytes(StandardCharsets.US_ASCII));
    }
  }

  private void escaped(byte[] text) {
    reserve(2 * text.length);
    for (byte b : text) {
      switch (b) {
        case '\\', '\t', '\n', '\r' -> {
          buffer[length++] = '\\';
          buffer[length++] = (byte) switch (b) {
            case '\t' -> 't';
            case '\n' -> 'n';
            case '\r' -> 'r';
            default -> '\\';
          };
        }
        default -> buffer[length++] = b;
      }
    }
  }

  private void hex(byte[] bytes) {
    reserve(3 + 2 * bytes.length);
    put('\\');
    put('\\');
    put('x');
    for (byte b : bytes) {
      buffer[length++] = HEX[(b >> 4) & 0xf];
      buffer[length++] = HEX[b & 0xf];
    }
  }

  private void put(byte[] bytes) {
    reserve(bytes.length);
    System.arraycopy(bytes, 0, buffer, length, bytes.length);
    length += bytes.length;
  }

  private void put(char ascii) {
    reserve(1);
    buffer[length++] = (byte) ascii;
  }

  private void reserve(int count) {
    if (length + count > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, length + count));
    }
  }
}
