package io.nuthatch.database.jdbc;

import io.nuthatch.database.DatabaseException;
import io.nuthatch.database.DatabaseException.Reason;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** What a statement may look like: one of them, and none that opens, ends or reconfigures a transaction. */
public final class SqlText {

  private static final Set<String> KEPT_FOR_THE_LAYER = Set.of("ABORT", "ATTACH", "BEGIN", "COMMIT", "DETACH", "END",
      "PRAGMA", "RELEASE", "ROLLBACK", "SAVEPOINT", "START");
  private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_]{0,62}");
  private static final int SHOWN = 300;

  private SqlText() {
  }

  /** Refuses what would break the transaction around it, or what a driver would only half execute. */
  public static void check(String sql) {
    String first = firstWord(sql);
    if (first.isEmpty()) {
      throw refused("a statement begins with a word", sql);
    }
    if (KEPT_FOR_THE_LAYER.contains(first)) {
      throw refused(first + " is not a statement for a transaction's function", sql);
    }
    int end = 0;
    while (end < sql.length() && sql.charAt(end) != ';') {
      end = next(sql, end);
    }
    if (end < sql.length() && !sql.substring(end + 1).isBlank()) {
      throw refused("one statement at a time", sql);
    }
  }

  /** How many question marks stand for parameters. */
  public static int parameters(String sql) {
    int count = 0;
    for (int i = 0; i < sql.length(); i = next(sql, i)) {
      if (sql.charAt(i) == '?') {
        count++;
      }
    }
    return count;
  }

  /** The place after the character, quoted text or comment that begins at a place. */
  public static int next(String sql, int at) {
    return switch (sql.charAt(at)) {
      case '\'' -> after(sql, at + 1, "'");
      case '"' -> after(sql, at + 1, "\"");
      case '-' -> sql.startsWith("--", at) ? after(sql, at + 2, "\n") : at + 1;
      case '/' -> sql.startsWith("/*", at) ? after(sql, at + 2, "*/") : at + 1;
      default -> at + 1;
    };
  }

  /** In upper case; empty when the statement does not begin with a word. */
  public static String firstWord(String sql) {
    int from = 0;
    while (from < sql.length() && Character.isWhitespace(sql.charAt(from))) {
      from++;
    }
    int to = from;
    while (to < sql.length() && Character.isLetter(sql.charAt(to))) {
      to++;
    }
    return sql.substring(from, to).toUpperCase(Locale.ROOT);
  }

  /** A plain {@code INSERT} of one row; names are checked, since they cannot be parameters. */
  public static String insert(String table, List<String> columns) {
    return "INSERT INTO " + target(table, columns) + " VALUES (" + "?, ".repeat(columns.size() - 1) + "?)";
  }

  /** {@code table (column, column)}, from names that need no quotes. */
  public static String target(String table, List<String> columns) {
    if (columns.isEmpty()) {
      throw refused("a load needs columns", table);
    }
    name(table);
    columns.forEach(SqlText::name);
    return table + " (" + String.join(", ", columns) + ")";
  }

  /** For messages: on one line, cut to a bearable length. */
  public static String shown(String sql) {
    String line = sql.strip().replaceAll("\\s+", " ");
    return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "…";
  }

  private static void name(String name) {
    if (!NAME.matcher(name).matches()) {
      throw refused("'" + name + "' is no name of a table or column (lower case, digits, underscores)", name);
    }
  }

  private static int after(String sql, int from, String mark) {
    int at = sql.indexOf(mark, from);
    return at < 0 ? sql.length() : at + mark.length();
  }

  private static DatabaseException refused(String why, String sql) {
    return new DatabaseException(Reason.STATEMENT, why + ": " + shown(sql), null);
  }
}
