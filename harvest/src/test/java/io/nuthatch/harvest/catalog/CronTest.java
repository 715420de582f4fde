package io.nuthatch.harvest.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.harvest.catalog.CatalogException.Reason;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronTest {

  private static final ZoneId VIENNA = ZoneId.of("Europe/Vienna");

  private static Instant after(String cron, String time, ZoneId zone) {
    return Cron.parse(cron).after(Instant.parse(time), zone).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "* * * * *            | 2026-03-02T08:00:00Z | 2026-03-02T08:01:00Z",
      "* * * * *            | 2026-03-02T08:00:30Z | 2026-03-02T08:01:00Z",
      "*/15 * * * *         | 2026-03-02T08:46:00Z | 2026-03-02T09:00:00Z",
      "5/20 * * * *         | 2026-03-02T08:06:00Z | 2026-03-02T08:25:00Z",
      "0-30/10,45 * * * *   | 2026-03-02T08:31:00Z | 2026-03-02T08:45:00Z",
      "30 4 * * *           | 2026-03-02T04:30:00Z | 2026-03-03T04:30:00Z",
      "0 0 * * mon-fri      | 2026-03-06T12:00:00Z | 2026-03-09T00:00:00Z",
      "0 0 * * 7            | 2026-03-02T00:00:00Z | 2026-03-08T00:00:00Z",
      "0 0 * * SUN          | 2026-03-02T00:00:00Z | 2026-03-08T00:00:00Z",
      "0 0 13 * fri         | 2026-03-02T00:00:00Z | 2026-03-06T00:00:00Z",
      "0 0 13 * *           | 2026-03-02T00:00:00Z | 2026-03-13T00:00:00Z",
      "0 0 31 * *           | 2026-04-01T00:00:00Z | 2026-05-31T00:00:00Z",
      "0 0 29 feb *         | 2026-01-01T00:00:00Z | 2028-02-29T00:00:00Z",
      "0 0 29 2 *           | 2096-03-01T00:00:00Z | 2104-02-29T00:00:00Z",
      "0 12 1 jan,jul *     | 2026-03-02T00:00:00Z | 2026-07-01T12:00:00Z",
      "59 23 31 12 *        | 2026-12-31T23:59:00Z | 2027-12-31T23:59:00Z",
      "@weekly              | 2026-03-02T00:00:00Z | 2026-03-08T00:00:00Z"})
  void next_isTheFirstTimeThatFits(String cron, String time, String expected) {
    assertThat(after(cron, time, ZoneOffset.UTC)).isEqualTo(Instant.parse(expected));
  }

  @Test
  void zone_decidesWhichDayItIs() {
    assertThat(after("0 0 * * *", "2026-03-02T12:00:00Z", VIENNA)).isEqualTo(Instant.parse("2026-03-02T23:00:00Z"));
    assertThat(after("0 0 * * *", "2026-07-02T12:00:00Z", VIENNA)).isEqualTo(Instant.parse("2026-07-02T22:00:00Z"));
  }

  @Test
  void hourLeftOut_runsRightAfterIt() {
    Instant change = Instant.parse("2026-03-29T01:00:00Z");
    assertThat(after("30 2 * * *", "2026-03-29T00:00:00Z", VIENNA)).isEqualTo(change);
    assertThat(after("10,20 2 * * *", "2026-03-29T01:00:00Z", VIENNA)).isEqualTo(Instant.parse("2026-03-30T00:10:00Z"));
    assertThat(after("*/20 * * * *", "2026-03-29T00:40:00Z", VIENNA)).isEqualTo(change);
  }

  @Test
  void hourThatComesTwice_runsOnceByTheHour_andTwiceInEveryHour() {
    assertThat(after("30 2 * * *", "2026-10-25T00:30:00Z", VIENNA)).isEqualTo(Instant.parse("2026-10-26T01:30:00Z"));
    assertThat(after("30 * * * *", "2026-10-25T00:30:00Z", VIENNA)).isEqualTo(Instant.parse("2026-10-25T01:30:00Z"));
    assertThat(after("30 * * * *", "2026-10-25T01:30:00Z", VIENNA)).isEqualTo(Instant.parse("2026-10-25T02:30:00Z"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "* * * *", "* * * * * *", "60 * * * *", "-1 * * * *", "* 24 * * *", "* * 0 * *",
      "* * 32 * *", "* * * 13 *", "* * * * 8", "5-2 * * * *", "*/0 * * * *", "1-2-3 * * * *", "1/2/3 * * * *",
      "a * * * *", "* * * * monday", "1, * * * *", "0 0 30 feb *", "@never", "99999999999 * * * *", "*/x * * * *"})
  void nonsense_isRefused(String cron) {
    Refusal.of(Reason.INVALID, "'", () -> Cron.parse(cron));
  }

  @Test
  void everyTime_isWhatCountingMinutesFinds() {
    long seed = 20260302L;
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      String text = field(random, 60, 0) + " " + field(random, 24, 0) + " * * " + field(random, 7, 0);
      Cron cron = Cron.parse(text);
      Instant from = Instant.parse("2026-01-01T00:00:00Z").plusSeconds(random.nextInt(30_000_000));
      Instant expected = Stream.iterate(from.plusSeconds(60 - Math.floorMod(from.getEpochSecond(), 60L)),
          time -> time.plusSeconds(60)).filter(time -> fits(text, time.atZone(ZoneOffset.UTC))).findFirst()
          .orElseThrow();
      assertThat(cron.after(from, ZoneOffset.UTC)).as("'%s' after %s, seed %d", text, from, seed).contains(expected);
    }
  }

  private static String field(Random random, int size, int least) {
    return random.nextInt(3) == 0 ? "*" : Integer.toString(least + random.nextInt(size));
  }

  private static boolean fits(String text, ZonedDateTime time) {
    String[] fields = text.split(" ", -1);
    return fits(fields[0], time.getMinute()) && fits(fields[1], time.getHour())
        && fits(fields[4], time.getDayOfWeek().getValue() % 7);
  }

  private static boolean fits(String field, int value) {
    return field.equals("*") || Integer.parseInt(field) == value;
  }
}
