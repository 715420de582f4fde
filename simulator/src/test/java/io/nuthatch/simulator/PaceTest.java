package io.nuthatch.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PaceTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final AtomicLong nanos = new AtomicLong(12_345);

  @Test
  void fastClock_multipliesTheTimeThatPasses() {
    Pace pace = new Pace(START, 1_000, nanos::get);
    assertThat(pace.instant()).isEqualTo(START);
    nanos.addAndGet(Duration.ofSeconds(3).toNanos());
    assertThat(pace.instant()).isEqualTo(START.plusSeconds(3_000));
  }

  @Test
  void changeOfSpeed_countsFromThenOn() {
    Pace pace = new Pace(START, 10, nanos::get);
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    pace.speed(0);
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(pace.instant()).isEqualTo(START.plusSeconds(10));
    pace.advance(Duration.ofHours(1));
    assertThat(pace.instant()).isEqualTo(START.plusSeconds(3_610));
    pace.speed(1);
    nanos.addAndGet(Duration.ofSeconds(2).toNanos());
    assertThat(pace.instant()).isEqualTo(START.plusSeconds(3_612));
  }

  @Test
  void backwardsOrAbsurd_isRefused() {
    Pace pace = new Pace(START, 1, nanos::get);
    assertThatThrownBy(() -> pace.advance(Duration.ofSeconds(-1))).isInstanceOf(SimulatorException.class);
    assertThatThrownBy(() -> pace.speed(-1)).isInstanceOf(SimulatorException.class);
    assertThatThrownBy(() -> Pace.starting(START, Double.NaN)).isInstanceOf(SimulatorException.class);
  }
}
