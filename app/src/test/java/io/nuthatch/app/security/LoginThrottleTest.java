package io.nuthatch.app.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LoginThrottleTest {

  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final LoginThrottle throttle = new LoginThrottle(3, Duration.ofMinutes(5), () -> now);

  @Test
  void failuresOfOneName_areRefusedUntilTheWindowIsOver() {
    fail("ada", "1.1.1.1", 3);
    assertThat(throttle.wait("ada", "2.2.2.2")).hasValue(Duration.ofMinutes(5));
    assertThat(throttle.wait("bo", "1.1.1.1")).isEmpty();
    now = now.plus(Duration.ofMinutes(5));
    assertThat(throttle.wait("ada", "2.2.2.2")).isEmpty();
  }

  @Test
  void manyNamesFromOneAddress_areRefused() {
    for (int i = 0; i < 30; i++) {
      fail("name" + i, "1.1.1.1", 1);
    }
    assertThat(throttle.wait("someone", "1.1.1.1")).isPresent();
    assertThat(throttle.wait("someone", "2.2.2.2")).isEmpty();
  }

  @Test
  void success_clearsTheNameOnly() {
    fail("ada", "1.1.1.1", 2);
    throttle.succeeded("ada");
    fail("ada", "1.1.1.1", 2);
    assertThat(throttle.wait("ada", "1.1.1.1")).isEmpty();
  }

  @Test
  void endlessNames_doNotFillTheMemory() {
    for (int i = 0; i < 3 * LoginThrottle.MOST; i++) {
      fail("name" + i, "1.1.1.1", 1);
    }
    assertThat(throttle.wait("x", "1.1.1.1")).isPresent();
    assertThat(throttle.remembered()).isLessThanOrEqualTo(LoginThrottle.MOST);
  }

  private void fail(String name, String address, int times) {
    for (int i = 0; i < times; i++) {
      throttle.failed(name, address);
    }
  }
}
