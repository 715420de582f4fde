package io.nuthatch.simulator.platform.twitter2;

import io.nuthatch.simulator.platform.PlatformSettings.Usage;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Who has read how many posts. A post counts once per application and UTC day, however often it is read. */
public final class UsageLedger {

  private static final class Account {

    private LocalDate today = LocalDate.MIN;
    private final LongSet readToday = new LongSet();
    private final Map<LocalDate, Long> billed = new HashMap<>();

    long billedIn(YearMonth month) {
      return billed.entrySet()
          .stream()
          .filter(day -> YearMonth.from(day.getKey()).equals(month))
          .mapToLong(Map.Entry::getValue)
          .sum();
    }
  }

  private final Usage cap;
  private final Map<String, Account> accounts = new HashMap<>();

  UsageLedger(Usage cap) {
    this.cap = cap;
  }

  /** The posts billed to a credential on a UTC day. */
  public synchronized long billed(String credential, LocalDate day) {
    Account account = accounts.get(credential);
    return account == null ? 0 : account.billed.getOrDefault(day, 0L);
  }

  /** The period whose cap a credential has used up, if any. */
  synchronized Optional<String> exceeded(String credential, Instant now) {
    Account account = accounts.get(credential);
    if (account == null) {
      return Optional.empty();
    }
    LocalDate day = now.atOffset(ZoneOffset.UTC).toLocalDate();
    if (account.billedIn(YearMonth.from(day)) >= cap.postsPerMonth()) {
      return Optional.of("Monthly");
    }
    return account.billed.getOrDefault(day, 0L) >= cap.postsPerDay() ? Optional.of("Daily") : Optional.empty();
  }

  synchronized void bill(String credential, Collection<Long> posts, Instant now) {
    Account account = accounts.computeIfAbsent(credential, name -> new Account());
    LocalDate day = now.atOffset(ZoneOffset.UTC).toLocalDate();
    if (!account.today.equals(day)) {
      account.today = day;
      account.readToday.clear();
    }
    long added = posts.stream().filter(account.readToday::add).count();
    account.billed.merge(day, added, Long::sum);
  }
}
