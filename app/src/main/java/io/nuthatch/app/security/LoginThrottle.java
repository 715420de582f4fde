package io.nuthatch.app.security;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Slows down guessing: after a number of failed sign-ins for one name, or ten times as many from one address, more are
 * refused until the window in which they fell is over. A success clears the name, never the address.
 *
 * <p>Counts are kept in memory, per node, for the most recent {@value #MOST} names and addresses.
 */
final class LoginThrottle {

  static final int MOST = 20_000;

  private record Failures(Instant since, int count) {
  }

  private final int attempts;
  private final Duration window;
  private final InstantSource time;
  private final Map<String, Failures> failures = new LinkedHashMap<>(16, 0.75f, true) {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Failures> eldest) {
      return size() > MOST;
    }
  };

  LoginThrottle(int attempts, Duration window, InstantSource time) {
    this.attempts = attempts;
    this.window = window;
    this.time = time;
  }

  /** How long to wait before another try is heard, if one must. */
  synchronized Optional<Duration> wait(String name, String address) {
    Optional<Duration> forName = wait("name " + name, attempts);
    return forName.isPresent() ? forName : wait("address " + address, attempts * 10);
  }

  private Optional<Duration> wait(String key, int most) {
    Failures f = failures.get(key);
    if (f == null || f.count < most) {
      return Optional.empty();
    }
    Duration left = Duration.between(time.instant(), f.since.plus(window));
    return left.isPositive() ? Optional.of(left) : Optional.empty();
  }

  synchronized void failed(String name, String address) {
    count("name " + name);
    count("address " + address);
  }

  private void count(String key) {
    Instant now = time.instant();
    failures.merge(key, new Failures(now, 1),
        (before, one) -> before.since.plus(window).isBefore(now) ? one : new Failures(before.since, before.count + 1));
  }

  synchronized int remembered() {
    return failures.size();
  }

  synchronized void succeeded(String name) {
    failures.remove("name " + name);
  }
}
