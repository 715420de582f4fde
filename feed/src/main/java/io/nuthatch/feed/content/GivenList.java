package io.nuthatch.feed.content;

import io.nuthatch.database.Dialect;
import io.nuthatch.model.Json;
import java.util.Collection;
import java.util.stream.Collectors;

/**
 * A list as one parameter of a statement, in the words of each dialect. PostgreSQL is given arrays, for which it looks
 * into an index whatever it believes of the table's size.
 */
final class GivenList {

  private final boolean sqlite;

  GivenList(Dialect dialect) {
    sqlite = dialect == Dialect.SQLITE;
  }

  /** That a column is one of the numbers, which are the next parameter. */
  String among(String column) {
    return sqlite ? column + " IN (SELECT value FROM json_each(?))" : column + " = ANY (?::bigint[])";
  }

  /** That a column is one of the texts, which are the next parameter. */
  String amongTexts(String column) {
    return sqlite
        ? column + " IN (SELECT value FROM json_each(?))"
        : column + " = ANY (ARRAY(SELECT json_array_elements_text(?::json)))";
  }

  String of(Collection<Long> numbers) {
    String list = numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
    return sqlite ? "[" + list + "]" : "{" + list + "}";
  }

  static String ofTexts(Collection<String> texts) {
    return Json.write(texts);
  }

  /** Keeps others from changing the rows that were read until the transaction ends; SQLite has one writer anyway. */
  String locking() {
    return sqlite ? "" : " FOR UPDATE";
  }
}
