package io.nuthatch.harvest.twitter;

import static io.nuthatch.harvest.CallingSession.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.harvest.QuotaReading;
import io.nuthatch.harvest.StreamFlow.Break;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RateHeadersTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private static Map<String, String> headers(String date, long reset) {
    return Map.of("X-Rate-Limit-Limit", "900", "x-rate-limit-remaining", "7", "x-rate-limit-reset",
        Long.toString(reset), "Date", date);
  }

  @Test
  void reading_isByOurClockWhateverTheirsSays() {
    Map<String, String> skewed = headers("Sun, 01 Mar 2026 11:50:00 GMT", NOW.getEpochSecond() - 600 + 300);

    assertThat(RateHeaders.reading(answer(200, skewed, ""), NOW))
        .isEqualTo(new QuotaReading(900, 7, NOW.plusSeconds(300)));
  }

  @Test
  void headersThatAreMissingOrNonsense_sayNothing() {
    assertThat(RateHeaders.reading(answer(200, Map.of(), ""), NOW)).isEqualTo(QuotaReading.NONE);
    assertThat(RateHeaders.reading(answer(200, Map.of("x-rate-limit-remaining", "many"), ""), NOW))
        .isEqualTo(QuotaReading.NONE);
    assertThat(RateHeaders.reading(answer(200, headers("yesterday", Long.MAX_VALUE), ""), NOW).reset()).isNull();
  }

  @Test
  void until_isRetryAfterOrTheResetUnlessItIsPast() {
    assertThat(RateHeaders.until(answer(429, Map.of("Retry-After", "30"), ""), NOW)).isEqualTo(NOW.plusSeconds(30));
    assertThat(RateHeaders.until(answer(429, Map.of("x-rate-limit-reset", "" + (NOW.getEpochSecond() + 5)), ""), NOW))
        .isEqualTo(NOW.plusSeconds(5));
    assertThat(RateHeaders.until(answer(429, Map.of("x-rate-limit-reset", "" + (NOW.getEpochSecond() - 5)), ""), NOW))
        .isNull();
    assertThat(RateHeaders.until(answer(429, Map.of(), ""), NOW)).isNull();
  }

  @Test
  void pauses_growAsThePlatformAsks() {
    assertThat(StreamPauses.pause(Break.NETWORK, 1)).isEqualTo(Duration.ofMillis(250));
    assertThat(StreamPauses.pause(Break.NETWORK, 2)).isEqualTo(Duration.ofMillis(500));
    assertThat(StreamPauses.pause(Break.NETWORK, 1_000)).isEqualTo(Duration.ofSeconds(16));
    assertThat(StreamPauses.pause(Break.HTTP_ERROR, 1)).isEqualTo(Duration.ofSeconds(5));
    assertThat(StreamPauses.pause(Break.HTTP_ERROR, 3)).isEqualTo(Duration.ofSeconds(20));
    assertThat(StreamPauses.pause(Break.HTTP_ERROR, 99)).isEqualTo(Duration.ofSeconds(320));
    assertThat(StreamPauses.pause(Break.TOO_MANY, 1)).isEqualTo(Duration.ofMinutes(1));
    assertThat(StreamPauses.pause(Break.TOO_MANY, 99)).isEqualTo(Duration.ofMinutes(15));
  }
}
