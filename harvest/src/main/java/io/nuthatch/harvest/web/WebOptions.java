package io.nuthatch.harvest.web;

import io.nuthatch.harvest.HarvestException;
import io.nuthatch.harvest.HarvestType.Option;
import io.nuthatch.harvest.HarvestType.OptionKind;
import io.nuthatch.harvest.capture.Limits;
import io.nuthatch.model.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a collection may choose.
 *
 * @param types kinds of content that are wanted, as {@code text/*} or {@code image/png}; all if there are none
 */
record WebOptions(boolean robots, Limits limits, int maxRedirects, boolean media, List<String> types) {

  static final String ROBOTS = "robots";
  static final String MAX_BYTES = "max_bytes";
  static final String MAX_SECONDS = "max_seconds";
  static final String MAX_REDIRECTS = "max_redirects";
  static final String MEDIA = "media";
  static final String CONTENT_TYPES = "content_types";

  private static final long STANDARD_BYTES = 100L << 20;
  private static final int STANDARD_SECONDS = 300;
  private static final int STANDARD_REDIRECTS = 10;

  static final List<Option> ALL = List.of(
      option(ROBOTS, "Honour robots.txt", OptionKind.FLAG, true),
      option(MAX_BYTES, "Largest body, in bytes; what is over is cut and marked as truncated", OptionKind.NUMBER,
          STANDARD_BYTES),
      option(MAX_SECONDS, "Longest fetch, in seconds; what is missing then is marked as truncated", OptionKind.NUMBER,
          STANDARD_SECONDS),
      option(MAX_REDIRECTS, "How many redirects are followed", OptionKind.NUMBER, STANDARD_REDIRECTS),
      option(MEDIA, "Fetch images, audio and video too", OptionKind.FLAG, true),
      option(CONTENT_TYPES, "Only these kinds of content, such as text/html or image/*; all if empty", OptionKind.LIST,
          List.of()));

  private static Option option(String name, String label, OptionKind kind, Object standard) {
    return new Option(name, label, kind, Json.MAPPER.valueToTree(standard));
  }

  static WebOptions of(Map<String, JsonNode> given) {
    List<String> types = new ArrayList<>();
    JsonNode named = given.get(CONTENT_TYPES);
    if (named != null && named.isArray()) {
      named.forEach(type -> types.add(type.asString().strip().toLowerCase(Locale.ROOT)));
    }
    Limits limits = Limits.STANDARD.withBytes(number(given, MAX_BYTES, STANDARD_BYTES))
        .withTotal(Duration.ofSeconds(number(given, MAX_SECONDS, STANDARD_SECONDS)));
    return new WebOptions(flag(given, ROBOTS), limits,
        (int) Math.min(1000, number(given, MAX_REDIRECTS, STANDARD_REDIRECTS)), flag(given, MEDIA), types);
  }

  private static boolean flag(Map<String, JsonNode> given, String name) {
    JsonNode value = given.get(name);
    if (value == null || value.isNull()) {
      return true;
    }
    if (!value.isBoolean()) {
      throw HarvestException.caller("option " + name + " is true or false, not " + value);
    }
    return value.asBoolean();
  }

  private static long number(Map<String, JsonNode> given, String name, long standard) {
    JsonNode value = given.get(name);
    if (value == null || value.isNull()) {
      return standard;
    }
    if (!value.isIntegralNumber() || !value.canConvertToLong() || value.asLong() < 1) {
      throw HarvestException.caller("option " + name + " is a number from 1 on, not " + value);
    }
    return value.asLong();
  }

  /** Whether a body of this type is wanted; one that does not say its type is. */
  boolean wants(@Nullable String contentType) {
    if (contentType == null || contentType.isBlank()) {
      return true;
    }
    int end = contentType.indexOf(';');
    String type = (end < 0 ? contentType : contentType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    if (!media && (type.startsWith("image/") || type.startsWith("audio/") || type.startsWith("video/"))) {
      return false;
    }
    return types.isEmpty() || types.stream().anyMatch(wanted -> wanted.endsWith("/*")
        ? type.startsWith(wanted.substring(0, wanted.length() - 1))
        : type.equals(wanted));
  }
}
