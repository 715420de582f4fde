package io.nuthatch.simulator.platform;

import java.util.HashSet;
import java.util.Set;

/**
 * The nonces of the recent past. Kept in two halves, each covering the tolerated span of time; what is older than both
 * could not pass the check of its timestamp anyway.
 */
final class Nonces {

  private static final int MOST = 200_000;

  private Set<String> older = new HashSet<>();
  private Set<String> newer = new HashSet<>();
  private long newerSince;

  /** False when the nonce has been used before. */
  synchronized boolean use(String nonce, long nowSeconds, long spanSeconds) {
    if (nowSeconds - newerSince > 2 * spanSeconds || newer.size() >= MOST) {
      older = newer;
      newer = new HashSet<>();
      newerSince = nowSeconds;
    }
    return !older.contains(nonce) && newer.add(nonce);
  }
}
