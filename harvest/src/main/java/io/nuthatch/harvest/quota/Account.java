package io.nuthatch.harvest.quota;

import io.nuthatch.harvest.QuotaReading;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What this node knows of one quota, and the calls of it that are its own. Guarded by the pool's lock. */
final class Account {

  /** Without anything heard, how long before the platform or the store is asked again. */
  private static final Duration LATER = Duration.ofSeconds(1);

  final Credential credential;
  final String family;
  private final Map<String, Long> lastTurns = new HashMap<>();
  private QuotaReading newest = QuotaReading.NONE;
  private boolean metered;
  private boolean unmetered;
  private long permits;
  private int inFlight;
  private boolean asking;
  private @Nullable Instant windowEnd;
  private Instant notBefore = Instant.MIN;
  private int refusals;

  Account(Credential credential, String family) {
    this.credential = credential;
    this.family = family;
  }

  /** What another run of the program or another node has learned. */
  void remember(QuotaStore.Standing standing) {
    metered = standing.limit() >= 0;
    if (standing.blockedUntil() != null) {
      notBefore = standing.blockedUntil();
    }
  }

  /** A call may be made now. As long as nothing is known, one at a time. */
  boolean isOpen(Instant now) {
    if (now.isBefore(notBefore)) {
      return false;
    }
    if (metered) {
      return permits > 0 && !windowOver(now);
    }
    return unmetered || inFlight == 0;
  }

  /** The store should be asked for calls, and nobody does so yet. */
  boolean wantsLot(Instant now) {
    return metered && !asking && !now.isBefore(notBefore) && (permits == 0 || windowOver(now));
  }

  private boolean windowOver(Instant now) {
    return windowEnd != null && !now.isBefore(windowEnd);
  }

  /** When it is worth looking again, if nothing is heard before. */
  Instant nextLook(Instant now) {
    return now.isBefore(notBefore) ? notBefore : now.plus(LATER);
  }

  QuotaReading asks() {
    asking = true;
    return newest;
  }

  void granted(Grant grant, Instant now) {
    asking = false;
    newest = QuotaReading.NONE;
    permits = grant.permits();
    windowEnd = grant.until();
    if (permits == 0) {
      notBefore = grant.until() == null ? now.plus(LATER) : grant.until();
    }
  }

  void askingFailed() {
    asking = false;
  }

  void spend(String collection, long turn) {
    lastTurns.put(collection, turn);
    inFlight++;
    if (metered) {
      permits--;
    }
  }

  long lastTurn(String collection) {
    return lastTurns.getOrDefault(collection, 0L);
  }

  /**
   * The platform has answered. In a new window, or when others use the credential too, the lot taken is not worth what
   * it was. True when this is the first that is heard of a quota, which others should know.
   */
  boolean heard(QuotaReading reading) {
    refusals = 0;
    if (reading.limit() < 0) {
      unmetered = !metered;
      return false;
    }
    boolean news = !metered;
    metered = true;
    boolean newWindow = windowEnd != null && !QuotaStore.sameWindow(windowEnd, reading.reset());
    newest = newest.limit() < 0 || newWindow || reading.remaining() < newest.remaining() ? reading : newest;
    permits = newWindow ? 0 : Math.min(permits, Math.max(0, reading.remaining() - inFlight));
    return news;
  }

  /** How often in a row the platform has refused. */
  int refused(Instant until) {
    notBefore = until.isAfter(notBefore) ? until : notBefore;
    permits = 0;
    return ++refusals;
  }

  int refusals() {
    return refusals;
  }

  void finished() {
    inFlight--;
  }

  QuotaReading newest() {
    return newest;
  }
}
