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
 * The binary format would want to know the types of the columns first. Closed before its end, it ends the transaction.
 */
final class PostgresCopy implements AutoCloseable {

  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
  private static final int FLUSHED = 64 * 1024;

  private final CopyIn copy;
  private final int width;
  private byte[] buffer = new byte[2 * FLUSHED];
  private int length;
  private long number;

  private PostgresCopy(CopyIn copy, int width) {
    this.copy = copy;
    this.width = width;
  }

  /** A target is a table with its columns, as after {@code INSERT INTO}. */
  static PostgresCopy into(Connection connection, String target, int width) throws SQLException {
    return new PostgresCopy(
        connection.unwrap(PGConnection.class).getCopyAPI().copyIn("COPY " + target + " FROM STDIN"), width);
  }

  void add(@Nullable Object[] row) throws SQLException {
    Values.checkWidth(row, width, ++number);
    for (int i = 0; i < width; i++) {
      if (i > 0) {
        put('\t');
      }
      put(Values.encode(row[i], i + 1));
    }
    put('\n');
    if (length >= FLUSHED) {
      flush();
    }
  }

  /** How many rows were added. */
  long end() throws SQLException {
    flush();
    return copy.endCopy();
  }

  @Override
  public void close() throws SQLException {
    if (copy.isActive()) {
      copy.cancelCopy();
    }
  }

  private void flush() throws SQLException {
    copy.writeToCopy(buffer, 0, length);
    length = 0;
  }

  private void put(@Nullable Object value) {
    switch (value) {
      case null -> {
        put('\\');
        put('N');
      }
      case byte[] bytes -> hex(bytes);
      case Boolean flag -> put(flag ? 't' : 'f');
      default -> text(value.toString());
    }
  }

  /** As UTF-8, with a backslash before what has a meaning in the format; surrogates are known to be in pairs. */
  private void text(String text) {
    reserve(3 * text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' || c == '\t' || c == '\n' || c == '\r') {
        buffer[length++] = '\\';
        buffer[length++] = (byte) (c == '\t' ? 't' : c == '\n' ? 'n' : c == '\r' ? 'r' : c);
      } else if (c < 0x80) {
        buffer[length++] = (byte) c;
      } else if (Character.isHighSurrogate(c)) {
        i++;
        wide(Character.toCodePoint(c, text.charAt(i)));
      } else {
        wide(c);
      }
    }
  }

  private void wide(int character) {
    if (character < 0x800) {
      buffer[length++] = (byte) (0xc0 | (character >> 6));
    } else {
      if (character < 0x10000) {
        buffer[length++] = (byte) (0xe0 | (character >> 12));
      } else {
        buffer[length++] = (byte) (0xf0 | (character >> 18));
        buffer[length++] = (byte) (0x80 | ((character >> 12) & 0x3f));
      }
      buffer[length++] = (byte) (0x80 | ((character >> 6) & 0x3f));
    }
    buffer[length++] = (byte) (0x80 | (character & 0x3f));
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
