package io.nuthatch.harvest.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.harvest.catalog.CatalogException.Reason;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimingTest {

  private static final Instant NOW = Instant.parse("2026-03-02T08:00:00Z");

  @ParameterizedTest
  @CsvSource({"by hand,by hand", "ONCE,once", "every 30m,every 30m", "every 60 m,every 1h", "every  24h,every 1d",
      "every 14d,every 2w", "cron 0 4 * * MON-FRI,cron 0 4 * * mon-fri",
      "cron  @daily Europe/Vienna,cron @daily Europe/Vienna",
      "cron */5 0-7/2 1 * 0/2 America/New_York,cron */5 0-7/2 1 * 0/2 America/New_York"})
  void text_isReadAndWrittenAlike(String text, String shown) {
    assertThat(Timing.parse(text)).hasToString(shown);
    assertThat(Timing.parse(shown)).isEqualTo(Timing.parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "weekly", "every", "every 0m", "every 5s", "every 1y", "every 9999999w", "cron",
      "cron * * * *", "cron * * * * * Mars/Base", "cron * * * * * UTC UTC"})
  void nonsense_isRefused(String text) {
    Refusal.of(Reason.INVALID, "", () -> Timing.parse(text));
  }

  @Test
  void endBeforeItsStart_isRefused() {
    Refusal.of(Reason.INVALID, "ends after its start", () -> new Schedule(Timing.parse("once"), NOW, NOW));
  }

  @Test
  void interval_skipsWhatIsOver() {
    Timing hourly = Timing.parse("every 1h");
    assertThat(hourly.next(NOW, NOW)).contains(NOW.plus(Duration.ofHours(1)));
    assertThat(hourly.next(NOW, NOW.plus(Duration.ofMinutes(59)))).contains(NOW.plus(Duration.ofHours(1)));
    assertThat(hourly.next(NOW, NOW.plus(Duration.ofHours(1)))).contains(NOW.plus(Duration.ofHours(2)));
    assertThat(hourly.next(NOW, NOW.plus(Duration.ofMinutes(601)))).contains(NOW.plus(Duration.ofHours(11)));
  }

  @Test
  void firstTime_isNowForIntervals_andTheNextOneForCron() {
    assertThat(Timing.parse("every 1d").first(NOW)).contains(NOW);
    assertThat(Timing.parse("cron 0 8 * * *").first(NOW)).contains(NOW);
    assertThat(Timing.parse("cron 1 8 * * *").first(NOW)).contains(NOW.plusSeconds(60));
    assertThat(Timing.parse("by hand").first(NOW)).isEmpty();
    assertThat(Timing.parse("once").next(NOW, NOW)).isEmpty();
  }
}
