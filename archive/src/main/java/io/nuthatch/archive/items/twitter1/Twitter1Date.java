package io.nuthatch.archive.items.twitter1;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Dates as v1.1 writes them: {@code Wed Oct 10 20:19:24 +0000 2018}. Read by hand, because exports read millions. */
final class Twitter1Date {

  private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";
  private static final int LENGTH = 30;

  private Twitter1Date() {
  }

  /** The time, or null when it is not written so. */
  static @Nullable Instant parse(@Nullable String text) {
    if (text == null || text.length() != LENGTH) {
      return null;
    }
    int month = MONTHS.indexOf(text.substring(4, 7));
    if (month < 0 || month % 3 != 0) {
      return null;
    }
    try {
      int zone = number(text, 21, 23) * 60 + number(text, 23, 25);
      return LocalDateTime
          .of(number(text, 26, 30), month / 3 + 1, number(text, 8, 10), number(text, 11, 13), number(text, 14, 16),
              number(text, 17, 19))
          .toInstant(ZoneOffset.ofTotalSeconds((text.charAt(20) == '-' ? -60 : 60) * zone));
    } catch (DateTimeException | NumberFormatException e) {
      return null;
    }
  }

  private static int number(String text, int from, int to) {
    return Integer.parseInt(text, from, to, 10);
  }
}
