package io.nuthatch.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.database.DatabaseException.Reason;
import io.nuthatch.model.Json;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What is stored comes back as it was, however it was written; what cannot is refused alike by all. */
interface ValuesContract {

  List<String> COLUMNS = List.of("name", "amount", "ratio", "marked", "body", "seen_at", "detail", "colour");
  String INSERT = "INSERT INTO things (name, amount, ratio, marked, body, seen_at, detail, colour) "
      + "VALUES (?, ?, ?, ?, ?, ?, ?, ?)";

  enum Colour {
    DARK_RED,
    GREEN
  }

  /** The ways by which values reach a table. */
  enum Way {
    UPDATE {
      @Override
      void insert(Transaction t, @Nullable Object... row) {
        assertThat(t.update(INSERT, row)).isEqualTo(1);
      }
    },
    BATCH {
      @Override
      void insert(Transaction t, @Nullable Object... row) {
        assertThat(t.batch(INSERT, List.<@Nullable Object[]>of(row))).isEqualTo(1);
      }
    },
    LOAD {
      @Override
      void insert(Transaction t, @Nullable Object... row) {
        assertThat(t.load("things", COLUMNS, List.<@Nullable Object[]>of(row))).isEqualTo(1);
      }
    };

    abstract void insert(Transaction t, @Nullable Object... row);
  }

  record Thing(String name, @Nullable Long amount, @Nullable Double ratio, @Nullable Boolean marked,
      @Nullable ByteBuffer body, @Nullable Instant seenAt) {

    static Thing of(Row row) {
      byte[] body = row.bytesOrNull("body");
      return new Thing(row.text("name"), row.isNull("amount") ? null : row.integer("amount"),
          row.isNull("ratio") ? null : row.decimal("ratio"), row.isNull("marked") ? null : row.flag("marked"),
          body == null ? null : ByteBuffer.wrap(body), row.instantOrNull("seen_at"));
    }
  }

  Database database();

  private Thing stored(Way way, @Nullable Object... row) {
    database().run(t -> {
      t.update("DELETE FROM things");
      way.insert(t, row);
    });
    return database().<Thing>read(r -> r.first("SELECT * FROM things", Thing::of).orElseThrow());
  }

  private void refused(Object value, String part) {
    for (Way way : Way.values()) {
      Failure.of(Reason.STATEMENT, part,
          () -> database().run(t -> way.insert(t, value, null, null, null, null, null, null, null)));
    }
  }

  private static @Nullable Object[] named(String name, int position, @Nullable Object value) {
    @Nullable
    Object[] row = new @Nullable Object[COLUMNS.size()];
    row[0] = name;
    row[position] = value;
    return row;
  }

  @ParameterizedTest
  @EnumSource
  default void everyType_comesBackAsItWent(Way way) {
    Instant seen = Instant.parse("2026-02-28T23:59:59.123456Z");
    JsonNode detail = Json.tree("{\"a\":[1,2.5,null,true],\"b\":\"tab\\t quote\\\" back\\\\slash \\u0000\"}");
    byte[] body = new byte[256];
    for (int i = 0; i < body.length; i++) {
      body[i] = (byte) i;
    }
    assertThat(stored(way, "a", 42, 0.1, true, body, seen, detail, Colour.DARK_RED))
        .isEqualTo(new Thing("a", 42L, 0.1, true, ByteBuffer.wrap(body), seen));
    assertThat(database().<JsonNode>read(r -> r.first("SELECT detail FROM things", row -> row.json("detail")).get()))
        .isEqualTo(detail);
    assertThat(database().<String>read(r -> r.first("SELECT colour FROM things", row -> row.text("colour")).get()))
        .isEqualTo("dark_red");
    assertThat(database()
        .<Colour>read(r -> r.first("SELECT colour FROM things", row -> row.oneOf("colour", Colour.class)).get()))
        .isEqualTo(Colour.DARK_RED);
  }

  @ParameterizedTest
  @EnumSource
  default void nulls_comeBackAsNull(Way way) {
    assertThat(stored(way, "a", null, null, null, null, null, null, null))
        .isEqualTo(new Thing("a", null, null, null, null, null));
    assertThat(database().<Boolean>read(r -> r.first("SELECT detail FROM things", row -> row.isNull("detail")).get()))
        .isTrue();
  }

  @ParameterizedTest
  @EnumSource
  default void emptyTextAndEmptyBytes_areNotNull(Way way) {
    assertThat(stored(way, "", null, null, false, new byte[0], null, null, null))
        .isEqualTo(new Thing("", null, null, false, ByteBuffer.allocate(0), null));
  }

  @ParameterizedTest
  @EnumSource
  default void textOfAnyKind_comesBackAsItWent(Way way) {
    for (String text : List.of("Спічка 火 🐦‍⬛ e\u0301 \u202eabc", "\\N", "\\.", "tab\tline\nreturn\rback\\slash",
        "'quoted' \"twice\" $1 ? ${x}", "\u0001\u0008\u000b\u001f\u007f\u0085\uffff\ufeff", " padded ", "{a,b}",
        "NULL")) {
      assertThat(stored(way, named(text, 1, null)).name()).isEqualTo(text);
    }
  }

  @ParameterizedTest
  @EnumSource
  default void extremeNumbers_comeBackAsTheyWent(Way way) {
    for (Object number : List.of(Long.MIN_VALUE, Long.MAX_VALUE, 0L, (short) -1, (byte) 7, Integer.MIN_VALUE)) {
      assertThat(stored(way, named("a", 1, number)).amount()).isEqualTo(((Number) number).longValue());
    }
    for (Object number : List.of(Double.MIN_VALUE, Double.MAX_VALUE, -1e-300, 0.1 + 0.2, Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY, 3.0, 0.5f)) {
      assertThat(stored(way, named("a", 2, number)).ratio()).isEqualTo(((Number) number).doubleValue());
    }
  }

  @ParameterizedTest
  @EnumSource
  default void instants_keepMicroseconds(Way way) {
    for (String text : List.of("1970-01-01T00:00:00Z", "1969-12-31T23:59:59.999999Z", "-0044-03-15T12:00:00.000001Z",
        "+200000-01-01T00:00:00Z")) {
      Instant instant = Instant.parse(text);
      assertThat(stored(way, named("a", 5, instant)).seenAt()).isEqualTo(instant);
    }
    assertThat(stored(way, named("a", 5, Instant.parse("1969-12-31T23:59:59.999999999Z"))).seenAt())
        .isEqualTo(Instant.parse("1969-12-31T23:59:59.999999Z"));
  }

  @ParameterizedTest
  @EnumSource
  default void largeValues_comeBackAsTheyWent(Way way) {
    byte[] body = new byte[20_000_000];
    new Random(7).nextBytes(body);
    String name = "ü".repeat(1_000);
    String detail = "🐦".repeat(500_000);
    Thing thing = stored(way, name, null, null, null, body, null, detail, null);
    assertThat(thing.name()).isEqualTo(name);
    assertThat(ByteBuffer.wrap(body).equals(thing.body())).isTrue();
    assertThat(database().<String>read(r -> r.first("SELECT detail FROM things", row -> row.text("detail")).get()))
        .isEqualTo(detail);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\0b", "\0"})
  default void nulCharacter_isRefused(String text) {
    refused(text, "NUL");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\ud83d", "a\ud83db", "\udc26", "\udc26\ud83d"})
  default void halfASurrogatePair_isRefused(String text) {
    refused(text, "surrogate");
  }

  @Test
  default void valuesNoDialectHas_areRefused() {
    refused(UUID.fromString("00000000-0000-0000-0000-000000000000"), "java.util.UUID");
    refused(Double.NaN, "NaN");
    refused(Instant.MAX, "too far");
  }

  @Test
  default void valueReadAsWhatItIsNot_isRefused() {
    stored(Way.UPDATE, "text", 7, 0.5, true, new byte[1], null, "{broken", "blue");
    reading(Reason.STATEMENT, "integer", row -> row.integer("name"));
    reading(Reason.STATEMENT, "integer", row -> row.integer("ratio"));
    reading(Reason.STATEMENT, "text", row -> row.text("amount"));
    reading(Reason.STATEMENT, "decimal", row -> row.decimal("name"));
    reading(Reason.STATEMENT, "boolean", row -> row.flag("name"));
    reading(Reason.STATEMENT, "boolean", row -> row.flag("amount"));
    reading(Reason.STATEMENT, "bytes", row -> row.bytes("name"));
    reading(Reason.STATEMENT, "null", row -> row.instant("seen_at"));
    reading(Reason.STATEMENT, "nowhere", row -> row.text("nowhere"));
    reading(Reason.DAMAGED, "malformed JSON", row -> row.json("detail"));
    reading(Reason.DAMAGED, "'blue'", row -> row.oneOf("colour", Colour.class));
  }

  private void reading(Reason reason, String part, Function<Row, Object> reader) {
    Failure.of(reason, part, () -> database().read(r -> r.list("SELECT * FROM things", reader)));
  }
}
