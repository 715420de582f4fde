package io.nuthatch.simulator.platform.twitter;

import io.nuthatch.simulator.platform.QuotaState;
import java.util.Map;

/** What both versions say of a quota: the limit, what is left, and when the window ends in seconds of the epoch. */
public final class QuotaHeaders {

  private QuotaHeaders() {
  }

  public static Map<String, String> of(QuotaState state) {
    return Map.of(
        "x-rate-limit-limit", Integer.toString(state.limit()),
        "x-rate-limit-remaining", Integer.toString(state.remaining()),
        "x-rate-limit-reset", Long.toString(state.reset().getEpochSecond()));
  }
}
