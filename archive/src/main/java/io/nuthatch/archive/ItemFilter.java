package io.nuthatch.archive;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which items are wanted. Both dates are included; an item without a date passes them.
 *
 * @param accounts the accounts wanted; empty for all
 */
public record ItemFilter(@Nullable Instant from, @Nullable Instant to, Set<String> accounts) {

  public ItemFilter {
    accounts = Set.copyOf(accounts);
  }

  public static ItemFilter all() {
    return new ItemFilter(null, null, Set.of());
  }

  /** Null leaves an end open. */
  public static ItemFilter between(@Nullable Instant from, @Nullable Instant to) {
    return new ItemFilter(from, to, Set.of());
  }

  public ItemFilter ofAccounts(Set<String> theAccounts) {
    return new ItemFilter(from, to, theAccounts);
  }

  boolean wants(@Nullable Instant date) {
    return date == null || ((from == null || !date.isBefore(from)) && (to == null || !date.isAfter(to)));
  }

  /** Whether anything dated within these, to the millisecond, could be wanted. */
  boolean overlaps(long firstMillis, long lastMillis) {
    return (from == null || lastMillis >= from.toEpochMilli()) && (to == null || firstMillis <= to.toEpochMilli());
  }
}
