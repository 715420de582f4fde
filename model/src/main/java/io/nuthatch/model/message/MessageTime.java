package io.nuthatch.model.message;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;

/** Reads a time of a message: ISO 8601, and without an offset it is UTC. Times that we send carry one. */
public final class MessageTime extends ValueDeserializer<Instant> {

  @Override
  public Instant deserialize(JsonParser parser, DeserializationContext context) {
    String text = parser.getValueAsString("");
    try {
      return read(text);
    } catch (DateTimeException e) {
      return (Instant) context.handleWeirdStringValue(Instant.class, text, "a time is written 2015-07-28T11:17:36.64Z");
    }
  }

  /** The instant that a text stands for; throws {@link DateTimeException} when it is none. */
  public static Instant read(String text) {
    TemporalAccessor time = DateTimeFormatter.ISO_DATE_TIME.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
    return time instanceof LocalDateTime local ? local.toInstant(ZoneOffset.UTC) : Instant.from(time);
  }
}
