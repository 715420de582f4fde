package io.nuthatch.database.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrayInsertTest {

  private static ArrayInsert of(String sql) {
    return Objects.requireNonNull(ArrayInsert.of(sql));
  }

  @Test
  void plainInsert_takesAnArrayForEachParameter() {
    assertThat(of("INSERT INTO t (a, b) VALUES (?, ?)")
        .statement(Arrays.asList(ElementType.INT8, ElementType.TEXT))).isEqualTo(
            "INSERT INTO t (a, b) SELECT given.p0, given.p1 FROM unnest(?::int8[], ?::text[]) AS given(p0, p1)");
  }

  @Test
  void columnOfNulls_hasNoArray() {
    assertThat(of("insert into s.t (a, b)\n values (?, ?)").statement(Arrays.asList(null, ElementType.BYTEA)))
        .isEqualTo("insert into s.t (a, b)\n SELECT NULL, given.p1 FROM unnest(?::bytea[]) AS given(p1)");
  }

  @Test
  void expressionsQuotesAndTail_stayAsTheyAre() {
    ArrayInsert insert = of(
        "INSERT INTO t (a, b, c) VALUES (lower(?), ')?(', coalesce(?, 1)) ON CONFLICT (a) DO UPDATE SET b = ':'");
    assertThat(insert.merges()).isTrue();
    assertThat(insert.statement(Arrays.asList(ElementType.TEXT, ElementType.INT8)))
        .isEqualTo("INSERT INTO t (a, b, c) SELECT lower(given.p0), ')?(', coalesce(given.p1, 1) "
            + "FROM unnest(?::text[], ?::int8[]) AS given(p0, p1) ON CONFLICT (a) DO UPDATE SET b = ':'");
    assertThat(of("INSERT INTO t (a) VALUES (?) ON CONFLICT DO NOTHING").merges()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"UPDATE t SET a = ?", "INSERT INTO t VALUES (?)", "INSERT INTO t (a) VALUES (?), (?)",
      "INSERT INTO t (a) VALUES (1)", "INSERT INTO t (a) SELECT ?", "INSERT INTO t (a) VALUES (?",
      "INSERT INTO t (a) VALUES (?) ON CONFLICT (a) DO UPDATE SET a = ?", "DELETE FROM t WHERE a = ?"})
  void otherStatements_areLeftAlone(String sql) {
    assertThat(ArrayInsert.of(sql)).isNull();
  }
}
