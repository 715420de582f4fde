package io.nuthatch.database.postgres;

import io.nuthatch.database.jdbc.SqlText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An {@code INSERT … VALUES (…)} of one row, turned into one that takes an array for each parameter:
 * {@code INSERT … SELECT … FROM unnest(?, ?)}. What stands before and after the values stays as it is.
 *
 * @param head up to and without {@code VALUES}
 * @param pieces the values' text before, between and after the parameters
 * @param tail what follows the values, such as {@code ON CONFLICT}
 */
record ArrayInsert(String head, List<String> pieces, String tail) {

  private static final Pattern BEGINNING = Pattern.compile(
      "\\A(\\s*INSERT\\s+INTO\\s+[a-z_][a-z0-9_.]*\\s*\\([^()]*\\)\\s*)VALUES\\s*\\(", Pattern.CASE_INSENSITIVE);

  /** Null when the statement is of another shape. */
  static @Nullable ArrayInsert of(String sql) {
    Matcher beginning = BEGINNING.matcher(sql);
    if (!beginning.find()) {
      return null;
    }
    List<String> pieces = new ArrayList<>();
    int from = beginning.end();
    int at = from;
    for (int depth = 1; depth > 0; at = SqlText.next(sql, at)) {
      if (at >= sql.length()) {
        return null;
      }
      switch (sql.charAt(at)) {
        case '(' -> depth++;
        case ')' -> depth--;
        case '?' -> {
          pieces.add(sql.substring(from, at));
          from = at + 1;
        }
        default -> {
        }
      }
    }
    pieces.add(sql.substring(from, at - 1));
    String tail = sql.substring(at);
    boolean anotherRow = tail.stripLeading().startsWith(",");
    return pieces.size() == 1 || anotherRow || SqlText.parameters(tail) > 0
        ? null
        : new ArrayInsert(beginning.group(1), pieces, tail);
  }

  /** Whether the same key twice among the rows makes the server refuse the whole. */
  boolean merges() {
    return Pattern.compile("\\bDO\\s+UPDATE\\b", Pattern.CASE_INSENSITIVE).matcher(tail).find();
  }

  /** The statement for columns of these element types; a column of nothing but nulls has none and no parameter. */
  String statement(List<@Nullable ElementType> types) {
    StringBuilder values = new StringBuilder();
    List<String> arrays = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      ElementType type = types.get(i);
      values.append(pieces.get(i)).append(type == null ? "NULL" : "given.p" + i);
      if (type != null) {
        arrays.add("?::" + type.sqlName() + "[]");
        names.add("p" + i);
      }
    }
    return head + "SELECT " + values + pieces.getLast() + " FROM unnest(" + String.join(", ", arrays) + ") AS given("
        + String.join(", ", names) + ")" + tail;
  }
}
