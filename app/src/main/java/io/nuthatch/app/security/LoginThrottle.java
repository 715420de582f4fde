package io.nuthatch.app.security;

import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Slows down guessing. Within a window so many tries are heard for one name from one address, ten times as many from
 * one address, and a hundred times as many for one name from anywhere; then more are refused until the window is over.
 * The first limit stops a guesser, the second one who goes through names, the third one with many addresses, and none
 * lets a stranger lock someone out with a few wrong passwords.
 *
 * <p>Counts are kept in memory, per node, for the most recent {@value #MOST} keys. A try counts before it is heard, so
 * that many at once are still too many.
 */
final class LoginThrottle {

  static final int MOST = 20_000;

  private record Tries(Instant since, int count) {
  }

  private record Limit(String key, int most) {
  }

  private final int attempts;
  private final Duration window;
  private final InstantSource time;
  private final Map<String, Tries> tries = new LinkedHashMap<>(16, 0.75f, true) {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Tries> eldest) {
      return size() > MOST;
    }
  };

  LoginThrottle(int attempts, Duration window, InstantSource time) {
    this.attempts = attempts;
    this.window = window;
    this.time = time;
  }

  /** Counts a try, or says how long to wait before one is heard. */
  synchronized Optional<Duration> begin(String name, String address) {
    Instant now = time.instant();
    List<Limit> limits = limits(name, address);
    for (Limit limit : limits) {
      Tries before = tries.get(limit.key);
      if (before != null && before.count >= limit.most && before.since.plus(window).isAfter(now)) {
        return Optional.of(Duration.between(now, before.since.plus(window)));
      }
    }
    limits.forEach(limit -> tries.merge(limit.key, new Tries(now, 1), (before, one) -> before.since.plus(window)
        .isAfter(now) ? new Tries(before.since, before.count + 1) : one));
    return Optional.empty();
  }

  /** The try was right: it and those before it for this name from this address count no longer. */
  synchronized void succeeded(String name, String address) {
    List<Limit> limits = limits(name, address);
    tries.remove(limits.getFirst().key);
    limits.stream().skip(1).forEach(
        limit -> tries.computeIfPresent(limit.key, (key, before) -> new Tries(before.since, before.count - 1)));
  }

  synchronized int remembered() {
    return tries.size();
  }

  private List<Limit> limits(String name, String address) {
    String network = network(address);
    return List.of(new Limit("name " + name + " from " + network, attempts),
        new Limit("from " + network, attempts * 10), new Limit("name " + name, attempts * 100));
  }

  /** An IPv6 host has a whole /64 to come from. */
  private static String network(String address) {
    try {
      byte[] bytes = InetAddress.ofLiteral(address).getAddress();
      return bytes.length == 4 ? address : HexFormat.of().formatHex(bytes, 0, 8);
    } catch (IllegalArgumentException e) {
      return address;
    }
  }
}
