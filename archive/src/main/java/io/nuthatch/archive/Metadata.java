package io.nuthatch.archive;

import io.nuthatch.model.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Something to be said about a capture, as a record of its own.
 *
 * @param concurrentTo the exchange it is about; null if it is about the whole harvest
 * @param target       the URL it is about; null for none
 */
@SuppressWarnings("ArrayRecordComponent") // bytes to be written, never compared
public record Metadata(@Nullable UUID concurrentTo, @Nullable String target, Instant date, String mediaType,
    byte[] block) {

  static final String FIELDS = "application/warc-fields";

  public static Metadata json(@Nullable Exchange about, Instant date, JsonNode content) {
    return new Metadata(about == null ? null : about.id(), about == null ? null : about.target(), date,
        "application/json", Json.writeBytes(content));
  }

  /** As lines of {@code name: value}. */
  public static Metadata fields(@Nullable Exchange about, Instant date, Map<String, String> fields) {
    return new Metadata(about == null ? null : about.id(), about == null ? null : about.target(), date, FIELDS,
        lines(fields));
  }

  static byte[] lines(Map<String, String> fields) {
    StringBuilder text = new StringBuilder();
    fields.forEach((name, value) -> line(text, name, value));
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  static void line(StringBuilder text, String name, String value) {
    text.append(name.replaceAll("[^A-Za-z0-9_-]", "-")).append(": ").append(value.replaceAll("[\\r\\n]+", " "))
        .append("\r\n");
  }
}
