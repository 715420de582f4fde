package io.nuthatch.database.jdbc;

import io.nuthatch.database.DatabaseException;
import io.nuthatch.database.DatabaseException.Reason;
import io.nuthatch.model.Json;
import io.nuthatch.model.JsonException;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * How values are stored, the same in both dialects: an instant as microseconds since the epoch, JSON and enums as text,
 * a boolean as the dialect's own. What one dialect would take and the other refuse or change is refused here.
 */
public final class Values {

  private Values() {
  }

  /** The stored form of a parameter: {@code String, Long, Double, Boolean, byte[]} or null. */
  public static @Nullable Object encode(@Nullable Object value, int position) {
    return switch (value) {
      case null -> null;
      case String text -> text(text, position);
      case Long number -> number;
      case Integer number -> number.longValue();
      case Short number -> number.longValue();
      case Byte number -> number.longValue();
      case Double number -> decimal(number, position);
      case Float number -> decimal(number.doubleValue(), position);
      case Boolean flag -> flag;
      case byte[] bytes -> bytes;
      case Instant instant -> microseconds(instant, position);
      case JsonNode json -> text(Json.write(json), position);
      case Enum<?> constant -> name(constant);
      default -> throw refused(position, "is a " + value.getClass().getName()
          + "; take text, a number, a boolean, bytes, an Instant, a JsonNode, an enum or null");
    };
  }

  /** Sets one parameter, encoded or not. */
  public static void bind(PreparedStatement statement, int position, @Nullable Object value) throws SQLException {
    switch (encode(value, position)) {
      case null -> statement.setNull(position, Types.NULL);
      case String text -> statement.setString(position, text);
      case Long number -> statement.setLong(position, number);
      case Double number -> statement.setDouble(position, number);
      case Boolean flag -> statement.setBoolean(position, flag);
      case byte[] bytes -> statement.setBytes(position, bytes);
      case Object other -> throw new IllegalStateException("no stored form has the type " + other.getClass());
    }
  }

  /** Sets all parameters. */
  public static void bindRow(PreparedStatement statement, @Nullable Object[] row) throws SQLException {
    for (int i = 0; i < row.length; i++) {
      bind(statement, i + 1, row[i]);
    }
  }

  /** The stored form of one row among many. */
  public static @Nullable Object[] encodeRow(@Nullable Object[] row, int width, long number) throws SQLException {
    checkWidth(row, width, number);
    var encoded = new @Nullable Object[width];
    for (int i = 0; i < width; i++) {
      encoded[i] = encode(row[i], i + 1);
    }
    return encoded;
  }

  public static void checkWidth(@Nullable Object[] row, int width, long number) throws SQLException {
    if (row.length != width) {
      throw new SQLException("row " + number + " has " + row.length + " values for " + width + " places");
    }
  }

  /** Roughly what an encoded row takes. */
  public static long bytes(@Nullable Object[] encoded) {
    long bytes = 0;
    for (Object value : encoded) {
      bytes += switch (value) {
        case String text -> text.length();
        case byte[] array -> array.length;
        case null, default -> Long.BYTES;
      };
    }
    return bytes;
  }

  static String text(Object stored, String column) {
    if (stored instanceof String text) {
      return text;
    }
    throw unreadable(column, stored, "text");
  }

  static long integer(Object stored, String column) {
    return switch (stored) {
      case Long number -> number;
      case Integer number -> number;
      case Boolean flag -> flag ? 1 : 0;
      case BigDecimal sum -> exact(sum, column);
      default -> throw unreadable(column, stored, "an integer");
    };
  }

  /** PostgreSQL gives sums of integers in a type without bounds. */
  private static long exact(BigDecimal sum, String column) {
    try {
      return sum.longValueExact();
    } catch (ArithmeticException e) {
      throw unreadable(column, sum, "an integer");
    }
  }

  static double decimal(Object stored, String column) {
    if (stored instanceof Number number) {
      return number.doubleValue();
    }
    throw unreadable(column, stored, "a decimal number");
  }

  static boolean flag(Object stored, String column) {
    return switch (stored) {
      case Boolean flag -> flag;
      case Integer number when number == 0 || number == 1 -> number == 1;
      default -> throw unreadable(column, stored, "a boolean");
    };
  }

  static byte[] bytes(Object stored, String column) {
    if (stored instanceof byte[] bytes) {
      return bytes;
    }
    throw unreadable(column, stored, "bytes");
  }

  static Instant instant(Object stored, String column) {
    return Instant.EPOCH.plus(integer(stored, column), ChronoUnit.MICROS);
  }

  static JsonNode json(Object stored, String column) {
    try {
      return Json.tree(text(stored, column));
    } catch (JsonException e) {
      throw new DatabaseException(Reason.DAMAGED, "column " + column + " holds malformed JSON: " + e.getMessage(), e);
    }
  }

  static <E extends Enum<E>> E oneOf(Object stored, String column, Class<E> type) {
    String text = text(stored, column);
    for (E constant : type.getEnumConstants()) {
      if (name(constant).equals(text)) {
        return constant;
      }
    }
    throw new DatabaseException(Reason.DAMAGED, "column " + column + " holds '" + text + "', which is no "
        + type.getSimpleName() + " this program knows; a newer program may have written it", null);
  }

  private static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** PostgreSQL has no NUL in text, and half a surrogate pair would silently be stored as a question mark. */
  private static String text(String text, int position) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0) {
        throw refused(position, "has a NUL character at index " + i + ", which text cannot hold");
      }
      if (Character.isSurrogate(c)) {
        if (Character.isLowSurrogate(c) || i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1))) {
          throw refused(position, "has half a surrogate pair at index " + i + ", which is not Unicode text");
        }
        i++;
      }
    }
    return text;
  }

  /** SQLite would store what is not a number as null. */
  private static Double decimal(double number, int position) {
    if (Double.isNaN(number)) {
      throw refused(position, "is not a number (NaN)");
    }
    return number;
  }

  private static Long microseconds(Instant instant, int position) {
    try {
      return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1_000);
    } catch (ArithmeticException e) {
      throw new DatabaseException(Reason.STATEMENT,
          "parameter " + position + " is the instant " + instant + ", too far away to be stored", e);
    }
  }

  private static DatabaseException refused(int position, String why) {
    return new DatabaseException(Reason.STATEMENT, "parameter " + position + " " + why, null);
  }

  private static DatabaseException unreadable(String column, Object stored, String wanted) {
    return new DatabaseException(Reason.STATEMENT,
        "column " + column + " holds a " + stored.getClass().getSimpleName() + " and was read as " + wanted, null);
  }
}
