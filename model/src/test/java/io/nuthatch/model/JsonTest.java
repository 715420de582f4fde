package io.nuthatch.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonTest {

  record Sample(Instant createdAt, Duration delay, List<String> tagNames, long bigId) {
  }

  @Test
  void namesAreSnakeCase_andInstantsAreIso() {
    var sample = new Sample(Instant.parse("2026-01-02T03:04:05Z"), Duration.ofMinutes(18), List.of("a"), 1L << 60);

    assertThat(Json.write(sample)).isEqualTo(
        "{\"created_at\":\"2026-01-02T03:04:05Z\",\"delay\":\"PT18M\",\"tag_names\":[\"a\"],\"big_id\":1152921504606846976}");
    assertThat(Json.read(Json.write(sample), Sample.class)).isEqualTo(sample);
  }

  @Test
  void unknownFields_areIgnored() {
    assertThat(Json.read("{\"big_id\":7,\"tag_names\":[],\"something_else\":{}}", Sample.class).bigId()).isEqualTo(7);
  }

  @Test
  void malformedText_isNamedWithItsPlace() {
    assertThatThrownBy(() -> Json.tree("{\n \"a\": tru }")).isInstanceOf(JsonException.class)
        .hasMessageContaining("line 2");
  }

  @Test
  void nullWhereAValueIsWanted_isRefused() {
    assertThatThrownBy(() -> Json.read("null", Instant.class)).isInstanceOf(JsonException.class)
        .hasMessageContaining("null");
  }

  @Test
  void absurdNesting_isRefused() {
    assertThatThrownBy(() -> Json.tree("[".repeat(100_000))).isInstanceOf(JsonException.class);
  }
}
