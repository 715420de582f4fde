package io.nuthatch.database.postgres;

import java.lang.reflect.Array;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The type of an array of stored values. */
enum ElementType {
  INT8(Long.class),
  FLOAT8(Double.class),
  BOOL(Boolean.class),
  TEXT(String.class),
  BYTEA(byte[].class);

  private final Class<?> stored;

  ElementType(Class<?> stored) {
    this.stored = stored;
  }

  static ElementType of(Object value) {
    return switch (value) {
      case Long _ -> INT8;
      case String _ -> TEXT;
      case Double _ -> FLOAT8;
      case Boolean _ -> BOOL;
      case byte[] _ -> BYTEA;
      default -> throw new IllegalArgumentException("no stored value is a " + value.getClass());
    };
  }

  String sqlName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** One column of some rows. */
  Object[] array(List<@Nullable Object[]> rows, int column) {
    Object[] array = (Object[]) Array.newInstance(stored, rows.size());
    for (int i = 0; i < array.length; i++) {
      array[i] = rows.get(i)[column];
    }
    return array;
  }
}
