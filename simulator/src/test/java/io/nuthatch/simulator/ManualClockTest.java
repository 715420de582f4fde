package io.nuthatch.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ManualClockTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final ManualClock clock = ManualClock.at(START);

  @Test
  void clock_standsUntilMoved() {
    assertThat(clock.instant()).isEqualTo(START);
    clock.advance(Duration.ofMinutes(18));
    assertThat(clock.instant()).isEqualTo(START.plusSeconds(18 * 60));
    clock.set(START.minusSeconds(1));
    assertThat(clock.instant()).as("clocks may go back").isEqualTo(START.minusSeconds(1));
  }

  @Test
  void clockOfAnotherZone_isTheSameClock() {
    assertThat(clock.withZone(ZoneId.of("Europe/Vienna")).instant()).isEqualTo(START);
    clock.advance(Duration.ofHours(1));
    assertThat(clock.withZone(ZoneId.of("Europe/Vienna")).instant()).isEqualTo(START.plusSeconds(3600));
  }

  @Test
  void advanceBackwards_isRefused() {
    assertThatThrownBy(() -> clock.advance(Duration.ofSeconds(-1))).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void waiters_wakeWhenTheirTimeComes() throws InterruptedException {
    CompletableFuture<Instant> waiter = waiting(START.plusSeconds(10));
    clock.awaitWaiters(1);
    clock.advance(Duration.ofSeconds(9));
    assertThat(waiter).isNotDone();
    clock.advance(Duration.ofSeconds(1));
    assertThat(waiter.join()).isEqualTo(START.plusSeconds(10));
  }

  @Test
  void timeThatHasCome_isNotWaitedFor() throws InterruptedException {
    clock.awaitTime(START);
    clock.awaitTime(START.minusSeconds(1));
  }

  private CompletableFuture<Instant> waiting(Instant until) {
    CompletableFuture<Instant> woken = new CompletableFuture<>();
    Thread.ofVirtual().start(() -> {
      try {
        clock.awaitTime(until);
        woken.complete(clock.instant());
      } catch (InterruptedException e) {
        woken.completeExceptionally(e);
      }
    });
    return woken;
  }
}
