package io.nuthatch.database.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.database.jdbc.InsertShape;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PostgresBatchTest {

  private static String byArrays(String sql, @Nullable ElementType... types) {
    return PostgresBatch.byArrays(Objects.requireNonNull(InsertShape.of(sql)), types);
  }

  @Test
  void insert_takesAnArrayForEachParameter() {
    assertThat(byArrays("INSERT INTO t (a, b) VALUES (?, ?) ON CONFLICT DO NOTHING", ElementType.INT8,
        ElementType.TEXT)).isEqualTo("INSERT INTO t (a, b) SELECT given.p0, given.p1 "
            + "FROM unnest(?::int8[], ?::text[]) AS given(p0, p1) ON CONFLICT DO NOTHING");
  }

  @Test
  void columnOfNulls_hasNoArray() {
    assertThat(byArrays("INSERT INTO t (a, b) VALUES (?, lower(?))", null, ElementType.TEXT))
        .isEqualTo("INSERT INTO t (a, b) SELECT NULL, lower(given.p1) FROM unnest(?::text[]) AS given(p1)");
  }
}
