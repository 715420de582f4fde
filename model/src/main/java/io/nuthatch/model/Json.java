package io.nuthatch.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * JSON as it is written everywhere: names in snake case, enums in lower case, instants as ISO 8601 with an offset, unknown fields ignored
 * when reading. Reading malformed text raises {@link JsonException} with the place where it went wrong.
 */
public final class Json {

  /** Deeper or longer input than any message or API body has any business being. */
  private static final StreamReadConstraints LIMITS = StreamReadConstraints.builder().maxNestingDepth(200)
      .maxStringLength(20_000_000).build();

  public static final JsonMapper MAPPER = JsonMapper
      .builder(JsonFactory.builder().streamReadConstraints(LIMITS).build())
      .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
      .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
      .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS, DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
      .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE).enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
      .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS).build();

  private Json() {
  }

  public static String write(Object value) {
    return MAPPER.writeValueAsString(value);
  }

  public static byte[] writeBytes(Object value) {
    return MAPPER.writeValueAsBytes(value);
  }

  public static String pretty(Object value) {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value);
  }

  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /** The name a record's component has in JSON. */
  public static String fieldName(String component) {
    return component.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
  }

  public static <T> T read(String text, Class<T> type) {
    try {
      return something(MAPPER.readValue(text, type));
    } catch (JacksonException e) {
      throw JsonException.of(e);
    }
  }

  public static <T> T read(byte[] text, Class<T> type) {
    try {
      return something(MAPPER.readValue(text, type));
    } catch (JacksonException e) {
      throw JsonException.of(e);
    }
  }

  private static <T> T something(@Nullable T value) {
    if (value == null) {
      throw JsonException.of("null");
    }
    return value;
  }

  public static JsonNode tree(String text) {
    return read(text, JsonNode.class);
  }

  public static JsonNode tree(InputStream in) {
    try (in) {
      return MAPPER.readTree(in);
    } catch (JacksonException e) {
      throw JsonException.of(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
