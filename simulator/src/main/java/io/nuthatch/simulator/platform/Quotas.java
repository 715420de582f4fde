package io.nuthatch.simulator.platform;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts calls by caller and family of endpoints. A window opens with the first call in it and lasts its full length;
 * calls past the limit are refused and not counted.
 */
public final class Quotas {

  private record Key(String caller, String family) {
  }

  private record Window(Instant opened, int used) {
  }

  private final Map<String, Quota> overrides;
  private final Map<Key, Window> windows = new ConcurrentHashMap<>();

  Quotas(Map<String, Quota> overrides) {
    this.overrides = Map.copyOf(overrides);
  }

  /** The quota in force for an endpoint. */
  public Quota of(Endpoint endpoint) {
    return overrides.getOrDefault(endpoint.family(), endpoint.quota());
  }

  /** Takes one call from the quota, if there is one left. */
  public QuotaState take(Caller caller, Endpoint endpoint, Instant now) {
    return take(caller, endpoint.family(), of(endpoint), now);
  }

  /** As the other, for a quota that no endpoint has as a whole. */
  public QuotaState take(Caller caller, String family, Quota quota, Instant now) {
    int limit = quota.limit(caller);
    boolean[] allowed = new boolean[1];
    Window window = windows.compute(new Key(caller.quotaKey(), family), (key, open) -> {
      Window current = current(open, quota, now);
      allowed[0] = current.used < limit;
      return allowed[0] ? new Window(current.opened, current.used + 1) : current;
    });
    return state(quota, limit, window, allowed[0]);
  }

  /** What is left without taking anything. */
  public QuotaState peek(Caller caller, Endpoint endpoint, Instant now) {
    Quota quota = of(endpoint);
    int limit = quota.limit(caller);
    Window window = current(windows.get(new Key(caller.quotaKey(), endpoint.family())), quota, now);
    return state(quota, limit, window, window.used < limit);
  }

  /** Windows open and close on whole seconds, as their ends are told in seconds. */
  private static Window current(@Nullable Window open, Quota quota, Instant now) {
    return open == null || !now.isBefore(open.opened.plus(quota.window()))
        ? new Window(now.truncatedTo(ChronoUnit.SECONDS), 0)
        : open;
  }

  private static QuotaState state(Quota quota, int limit, Window window, boolean allowed) {
    return new QuotaState(limit, limit - window.used, window.opened.plus(quota.window()), allowed);
  }
}
