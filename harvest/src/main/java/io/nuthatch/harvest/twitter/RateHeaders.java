package io.nuthatch.harvest.twitter;

import io.nuthatch.archive.items.Lenient;
import io.nuthatch.harvest.Answer;
import io.nuthatch.harvest.QuotaReading;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/**
 * {@code x-rate-limit-limit}, {@code -remaining} and {@code -reset}. The reset is a time of the platform's clock, which
 * the Date header tells; what comes out here is by ours.
 */
public final class RateHeaders {

  /** No window of this platform is longer; a reset that is further away is a mistake. */
  private static final Duration LONGEST_WINDOW = Duration.ofDays(1);

  private RateHeaders() {
  }

  public static QuotaReading reading(Answer answer, Instant now) {
    long limit = number(answer, "x-rate-limit-limit");
    long remaining = number(answer, "x-rate-limit-remaining");
    return limit < 0 && remaining < 0 ? QuotaReading.NONE : new QuotaReading(limit, remaining, reset(answer, now));
  }

  /** When one that was refused may call again: as Retry-After says, or when the window ends; null if neither is told. */
  public static @Nullable Instant until(Answer answer, Instant now) {
    long seconds = number(answer, "retry-after");
    if (seconds >= 0) {
      return now.plusSeconds(Math.min(seconds, Duration.ofDays(31).toSeconds()));
    }
    Instant reset = reset(answer, now);
    return reset != null && reset.isAfter(now) ? reset : null;
  }

  private static @Nullable Instant reset(Answer answer, Instant now) {
    long reset = number(answer, "x-rate-limit-reset");
    if (reset < 0 || reset > Instant.MAX.getEpochSecond()) {
      return null;
    }
    Instant theirs = date(answer);
    long seconds = reset - (theirs == null ? now : theirs).getEpochSecond();
    return now.plusSeconds(Math.clamp(seconds, -LONGEST_WINDOW.toSeconds(), LONGEST_WINDOW.toSeconds()));
  }

  private static @Nullable Instant date(Answer answer) {
    String date = answer.header("date");
    try {
      return date == null ? null : ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static long number(Answer answer, String header) {
    String value = answer.header(header);
    return value != null && Lenient.isId(value.strip()) ? Long.parseLong(value.strip()) : -1;
  }
}
