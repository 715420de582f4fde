package io.nuthatch.archive;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;

/** Times as text, to the millisecond and to the second. Made by hand: every record has several. */
final class Timestamps {

  private Timestamps() {
  }

  /** Such as {@code 2026-03-04T05:06:07.089Z}. */
  static String iso(Instant date) {
    char[] text = "0000-00-00T00:00:00.000Z".toCharArray();
    LocalDateTime utc = utc(date);
    put(text, 0, 4, utc.getYear());
    put(text, 5, 2, utc.getMonthValue());
    put(text, 8, 2, utc.getDayOfMonth());
    put(text, 11, 2, utc.getHour());
    put(text, 14, 2, utc.getMinute());
    put(text, 17, 2, utc.getSecond());
    put(text, 20, 3, utc.getNano() / 1_000_000);
    return new String(text);
  }

  /** Such as {@code 20260304050607}. */
  static String digits14(Instant date) {
    return digits17(date).substring(0, 14);
  }

  /** Such as {@code 20260304050607089}. */
  static String digits17(Instant date) {
    char[] text = new char[17];
    LocalDateTime utc = utc(date);
    put(text, 0, 4, utc.getYear());
    put(text, 4, 2, utc.getMonthValue());
    put(text, 6, 2, utc.getDayOfMonth());
    put(text, 8, 2, utc.getHour());
    put(text, 10, 2, utc.getMinute());
    put(text, 12, 2, utc.getSecond());
    put(text, 14, 3, utc.getNano() / 1_000_000);
    return new String(text);
  }

  private static LocalDateTime utc(Instant date) {
    LocalDateTime utc = LocalDateTime.ofEpochSecond(date.getEpochSecond(), date.get(ChronoField.NANO_OF_SECOND),
        ZoneOffset.UTC);
    if (utc.getYear() < 0 || utc.getYear() > 9999) {
      throw ArchiveException.caller("the archive has no room for the time " + date);
    }
    return utc;
  }

  private static void put(char[] text, int at, int digits, int value) {
    int rest = value;
    for (int i = at + digits - 1; i >= at; i--) {
      text[i] = (char) ('0' + rest % 10);
      rest /= 10;
    }
  }
}
