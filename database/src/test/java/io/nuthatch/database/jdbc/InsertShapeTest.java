package io.nuthatch.database.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InsertShapeTest {

  private static InsertShape of(String sql) {
    return Objects.requireNonNull(InsertShape.of(sql));
  }

  @Test
  void expressionsQuotesAndTail_stayAsTheyAre() {
    InsertShape insert = of("""
        insert into s.t (a, b, c)
        values (lower(?), ')?(', coalesce(?, 1)) ON CONFLICT (a) DO UPDATE SET b = ':'""");
    assertThat(insert.target()).isEqualTo("s.t (a, b, c)");
    assertThat(insert.values(List.of("x", "y"))).isEqualTo("lower(x), ')?(', coalesce(y, 1)");
    assertThat(insert.tail()).isEqualTo(" ON CONFLICT (a) DO UPDATE SET b = ':'");
  }

  @Test
  void insertThatMayChangeARow_merges() {
    assertThat(of("INSERT INTO t (a) VALUES (?) ON CONFLICT (a) do\n update SET a = 1").merges()).isTrue();
    assertThat(of("INSERT INTO t (a) VALUES (?) ON CONFLICT DO NOTHING").merges()).isFalse();
  }

  @Test
  void insertOfNothingButParameters_isPlain() {
    assertThat(of("INSERT INTO t (a, b)\nVALUES (?,\n?)").plain()).isTrue();
    assertThat(of("INSERT INTO t (a, b) VALUES (?, 1)").plain()).isFalse();
    assertThat(of("INSERT INTO t (a, b) VALUES (?, lower(?))").plain()).isFalse();
    assertThat(of("INSERT INTO t (a, b) VALUES (?)").plain()).isFalse();
    assertThat(of("INSERT INTO t (a) VALUES (?) ON CONFLICT DO NOTHING").plain()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"UPDATE t SET a = ?", "INSERT INTO t VALUES (?)", "INSERT INTO t (a) VALUES (?), (?)",
      "INSERT INTO t (a) VALUES (1)", "INSERT INTO t (a) SELECT ?", "INSERT INTO t (a) VALUES (?",
      "INSERT INTO t (a) VALUES (?) ON CONFLICT (a) DO UPDATE SET a = ?", "DELETE FROM t WHERE a = ?",
      "INSERT INTO t (a, b) VALUES (?, (SELECT count(*) FROM t))"})
  void otherStatements_areLeftAlone(String sql) {
    assertThat(InsertShape.of(sql)).isNull();
  }
}
