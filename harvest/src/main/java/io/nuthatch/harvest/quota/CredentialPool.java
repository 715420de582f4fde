package io.nuthatch.harvest.quota;

import io.nuthatch.database.Database;
import io.nuthatch.harvest.QuotaReading;
import io.nuthatch.queue.BackoffPolicy;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Says who may call a platform now, and under which credential. No call is let through that the platform has said it
 * will refuse; of those that wait for the same quota, the collection goes first whose last turn is longest ago, so none
 * has two turns while another waits.
 *
 * <p>Any number of threads may share it. Quotas are shared between nodes through the database; the order of turns is
 * kept by each node for its own harvests.
 */
public final class CredentialPool {

  /*
   * Waiting. Those who wait are in one list. Whoever takes a turn, gives one back or hears from the platform wakes the
   * one who is next for that quota. A sleeper also wakes by itself, so that a wake-up that is missed costs little.
   *
   * Asking the store. The one whose turn it would be asks for a lot, outside of the lock; the others go on waiting.
   */

  private static final Duration LONGEST_REST = Duration.ofMillis(500);
  private static final Duration SHORTEST_REST = Duration.ofMillis(1);

  private record Place(String credential, String family) {
  }

  private record Waiter(Claimant claimant, String family, long arrival, Thread thread) {

    private boolean wants(Account account) {
      return family.equals(account.family) && claimant.credentials().contains(account.credential);
    }
  }

  private final QuotaStore store;
  private final InstantSource clock;
  private final BackoffPolicy afterRefusal;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Place, Account> accounts = new HashMap<>();
  private final List<Waiter> waiters = new ArrayList<>();
  private long arrivals;
  private long turns;

  /** @param afterRefusal how long to wait when a platform refuses and says neither until when nor what its quota is */
  public CredentialPool(Database database, InstantSource clock, BackoffPolicy afterRefusal) {
    this.store = new QuotaStore(database);
    this.clock = clock;
    this.afterRefusal = afterRefusal;
  }

  public static BackoffPolicy usualAfterRefusal() {
    return new BackoffPolicy(Duration.ofMinutes(1), Duration.ofMinutes(15), 0.1);
  }

  /** Waits until it is the claimant's turn to make a call of this family. */
  public Turn take(Claimant claimant, String family, Patience patience) {
    List<Account> mine = claimant.credentials().stream().map(credential -> account(credential, family)).toList();
    if (mine.isEmpty()) {
      throw new IllegalArgumentException("a harvest of collection " + claimant.collection() + " has no credential");
    }
    Waiter waiter = enter(claimant, family);
    try {
      while (true) {
        Instant now = clock.instant();
        Optional<Account> open = open(waiter, mine, now);
        if (open.isPresent()) {
          return new Turn(this, open.get());
        }
        if (!askStore(waiter, mine, now)) {
          patience.rest(rest(mine, now));
        }
      }
    } finally {
      leave(waiter, mine);
    }
  }

  private Account account(Credential credential, String family) {
    Place place = new Place(credential.key(), family);
    lock.lock();
    try {
      Account known = accounts.get(place);
      if (known != null) {
        return known;
      }
    } finally {
      lock.unlock();
    }
    Account fresh = new Account(credential, family);
    store.standing(credential, family).ifPresent(fresh::remember);
    lock.lock();
    try {
      Account other = accounts.putIfAbsent(place, fresh);
      return other == null ? fresh : other;
    } finally {
      lock.unlock();
    }
  }

  private Waiter enter(Claimant claimant, String family) {
    lock.lock();
    try {
      Waiter waiter = new Waiter(claimant, family, ++arrivals, Thread.currentThread());
      waiters.add(waiter);
      return waiter;
    } finally {
      lock.unlock();
    }
  }

  private void leave(Waiter waiter, List<Account> mine) {
    lock.lock();
    try {
      waiters.remove(waiter);
      mine.forEach(this::wakeNext);
    } finally {
      lock.unlock();
    }
  }

  private Optional<Account> open(Waiter waiter, List<Account> mine, Instant now) {
    lock.lock();
    try {
      Optional<Account> open = mine.stream().filter(account -> account.isOpen(now) && isNext(waiter, account))
          .findFirst();
      open.ifPresent(account -> account.spend(waiter.claimant.collection(), ++turns));
      return open;
    } finally {
      lock.unlock();
    }
  }

  /** False when there is nothing to ask for. */
  private boolean askStore(Waiter waiter, List<Account> mine, Instant now) {
    Account account;
    QuotaReading newest;
    lock.lock();
    try {
      Optional<Account> wanting = mine.stream().filter(one -> one.wantsLot(now) && isNext(waiter, one)).findFirst();
      if (wanting.isEmpty()) {
        return false;
      }
      account = wanting.get();
      newest = account.asks();
    } finally {
      lock.unlock();
    }
    Grant grant = null;
    try {
      grant = store.take(account.credential, account.family, newest, now);
    } finally {
      settle(account, grant, now);
    }
    return true;
  }

  private void settle(Account account, @Nullable Grant grant, Instant now) {
    lock.lock();
    try {
      if (grant == null) {
        account.askingFailed();
      } else {
        account.granted(grant, now);
      }
    } finally {
      lock.unlock();
    }
  }

  private Duration rest(List<Account> mine, Instant now) {
    lock.lock();
    try {
      Duration rest = LONGEST_REST;
      for (Account account : mine) {
        Duration until = Duration.between(now, account.nextLook(now));
        rest = until.compareTo(rest) < 0 ? until : rest;
      }
      return rest.compareTo(SHORTEST_REST) < 0 ? SHORTEST_REST : rest;
    } finally {
      lock.unlock();
    }
  }

  private boolean isNext(Waiter waiter, Account account) {
    return next(account).filter(waiter::equals).isPresent();
  }

  private Optional<Waiter> next(Account account) {
    return waiters.stream().filter(waiter -> waiter.wants(account))
        .min(Comparator.comparingLong((Waiter waiter) -> account.lastTurn(waiter.claimant.collection()))
            .thenComparingLong(Waiter::arrival));
  }

  private void wakeNext(Account account) {
    next(account).ifPresent(waiter -> LockSupport.unpark(waiter.thread));
  }

  void heard(Account account, QuotaReading reading) {
    boolean news;
    lock.lock();
    try {
      news = account.heard(reading);
      wakeNext(account);
    } finally {
      lock.unlock();
    }
    if (news) {
      store.learn(account.credential, account.family, reading, clock.instant());
    }
  }

  void refused(Account account, @Nullable Instant until) {
    Instant now = clock.instant();
    Instant notBefore;
    lock.lock();
    try {
      notBefore = until != null
          ? until
          : now.plus(afterRefusal.after(account.refusals() + 1, ThreadLocalRandom.current()));
      account.refused(notBefore);
    } finally {
      lock.unlock();
    }
    store.block(account.credential, account.family, notBefore, now);
  }

  void finished(Account account) {
    lock.lock();
    try {
      account.finished();
      wakeNext(account);
    } finally {
      lock.unlock();
    }
  }

  /** Every quota that was ever used, as it stands. */
  public List<QuotaFigures> snapshot() {
    List<QuotaStore.Standing> standings = store.standings();
    Instant now = clock.instant();
    lock.lock();
    try {
      return standings.stream().map(standing -> figures(standing, now)).toList();
    } finally {
      lock.unlock();
    }
  }

  private QuotaFigures figures(QuotaStore.Standing standing, Instant now) {
    Account account = accounts.get(new Place(standing.credential(), standing.family()));
    int waiting = account == null ? 0 : (int) waiters.stream().filter(waiter -> waiter.wants(account)).count();
    QuotaReading newest = account == null ? QuotaReading.NONE : account.newest();
    boolean fresher = newest.limit() >= 0;
    Instant reset = fresher ? newest.reset() : standing.reset();
    Instant blocked = standing.blockedUntil();
    return new QuotaFigures(standing.label(), standing.family(), fresher ? newest.limit() : standing.limit(),
        fresher ? newest.remaining() : standing.remaining(), reset,
        blocked != null && now.isBefore(blocked) ? blocked : null, waiting);
  }
}
