package io.nuthatch.harvest.web;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/** How long a server asks to be left alone: seconds, or a date. */
final class RetryAfter {

  private RetryAfter() {
  }

  /** Null where it does not say, or says something that is neither. */
  static @Nullable Duration read(@Nullable String value, Instant now) {
    if (value == null) {
      return null;
    }
    String text = value.strip();
    if (text.matches("\\d{1,9}")) {
      return Duration.ofSeconds(Long.parseLong(text));
    }
    try {
      Duration left = Duration.between(now, ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME));
      return left.isNegative() ? Duration.ZERO : left;
    } catch (DateTimeParseException e) {
      return null;
    }
  }
}
