package io.nuthatch.database.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The parts of an {@code INSERT … VALUES (…)} of one row, from which a statement for many rows can be made that does the
 * same. One that asks a table for its values is not taken apart: it would see its own rows only when they come singly.
 *
 * @param target the table with its columns
 * @param pieces the text of the values before, between and after the parameters
 * @param tail what follows the values, such as {@code ON CONFLICT}
 */
public record InsertShape(String target, List<String> pieces, String tail) {

  private static final Pattern BEGINNING = Pattern.compile(
      "\\A\\s*INSERT\\s+INTO\\s+([a-z_][a-z0-9_.]*\\s*\\([^()]*\\))\\s*VALUES\\s*\\(", Pattern.CASE_INSENSITIVE);
  private static final Pattern SUBQUERY = Pattern.compile("\\bSELECT\\b", Pattern.CASE_INSENSITIVE);
  private static final Pattern MERGE = Pattern.compile("\\bDO\\s+UPDATE\\b", Pattern.CASE_INSENSITIVE);

  /** Null when the statement is of another shape. */
  public static @Nullable InsertShape of(String sql) {
    Matcher beginning = BEGINNING.matcher(sql);
    if (!beginning.find() || SUBQUERY.matcher(sql).find()) {
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
        : new InsertShape(beginning.group(1), pieces, tail);
  }

  /** Whether it changes a row that is there already. */
  public boolean merges() {
    return MERGE.matcher(tail).find();
  }

  /** Whether it is nothing but its parameters, one for each column. */
  public boolean plain() {
    long columns = target.chars().filter(c -> c == ',').count() + 1;
    return tail.isBlank() && columns == pieces.size() - 1
        && pieces.stream().allMatch(piece -> piece.isBlank() || piece.strip().equals(","));
  }

  /** The values with something else in the place of each parameter. */
  public String values(List<String> parameters) {
    StringBuilder values = new StringBuilder();
    IntStream.range(0, parameters.size()).forEach(i -> values.append(pieces.get(i)).append(parameters.get(i)));
    return values.append(pieces.getLast()).toString();
  }
}
