package io.nuthatch.app.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LoginThrottleTest {

  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final LoginThrottle throttle = new LoginThrottle(3, Duration.ofMinutes(5), () -> now);

  @Test
  void triesForOneNameFromOneAddress_areRefusedUntilTheWindowIsOver() {
    begin("ada", "1.1.1.1", 3);
    assertThat(throttle.begin("ada", "1.1.1.1")).hasValue(Duration.ofMinutes(5));
    now = now.plus(Duration.ofMinutes(5));
    assertThat(throttle.begin("ada", "1.1.1.1")).isEmpty();
  }

  @Test
  void stranger_doesNotLockSomeoneOut() {
    begin("ada", "6.6.6.6", 3);
    assertThat(throttle.begin("ada", "6.6.6.6")).isPresent();
    assertThat(throttle.begin("ada", "1.1.1.1")).isEmpty();
  }

  @Test
  void oneNameFromVeryManyAddresses_isRefused() {
    for (int i = 0; i < 300; i++) {
      assertThat(throttle.begin("ada", "10.0." + i / 200 + "." + i % 200)).isEmpty();
    }
    assertThat(throttle.begin("ada", "1.1.1.1")).isPresent();
    assertThat(throttle.begin("bo", "1.1.1.1")).isEmpty();
  }

  @Test
  void manyNamesFromOneAddress_areRefused() {
    for (int i = 0; i < 30; i++) {
      begin("name" + i, "1.1.1.1", 1);
    }
    assertThat(throttle.begin("someone", "1.1.1.1")).isPresent();
    assertThat(throttle.begin("someone", "2.2.2.2")).isEmpty();
  }

  @Test
  void addressesOfOneIpv6Network_countTogether() {
    begin("ada", "2001:db8:1:2::1", 3);
    assertThat(throttle.begin("ada", "2001:db8:1:2:ffff::9")).isPresent();
    assertThat(throttle.begin("ada", "2001:db8:1:3::1")).isEmpty();
  }

  @Test
  void success_clearsWhatCameBefore() {
    begin("ada", "1.1.1.1", 3);
    throttle.succeeded("ada", "1.1.1.1");
    assertThat(throttle.begin("ada", "1.1.1.1")).isEmpty();
  }

  @Test
  void endlessNames_doNotFillTheMemory() {
    for (int i = 0; i < 3 * LoginThrottle.MOST; i++) {
      begin("name" + i, "10." + i % 200 + "." + i / 200 % 200 + ".1", 1);
    }
    assertThat(throttle.remembered()).isLessThanOrEqualTo(LoginThrottle.MOST);
  }

  private void begin(String name, String address, int times) {
    for (int i = 0; i < times; i++) {
      throttle.begin(name, address);
    }
  }
}
