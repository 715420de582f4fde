package io.nuthatch.database;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Statements that read. Parameters stand for {@code ?} in order: text, numbers, booleans, bytes, {@code Instant},
 * {@code JsonNode}, enums (by name, in lower case) or null.
 */
public interface Reading {

  <T> List<T> list(String sql, Function<? super Row, ? extends T> reader, @Nullable Object... parameters);

  /** The first row, if there is one. */
  <T> Optional<T> first(String sql, Function<? super Row, ? extends T> reader, @Nullable Object... parameters);

  /** One row at a time, however many there are; rows are not kept in memory. */
  void each(String sql, Consumer<? super Row> reader, @Nullable Object... parameters);

  /** The single number a statement such as {@code SELECT count(*)} yields. */
  long number(String sql, @Nullable Object... parameters);
}
