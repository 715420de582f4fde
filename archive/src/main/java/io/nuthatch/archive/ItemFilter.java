package io.nuthatch.archive;

import java.time.Instant;
import java.time.temporal.ChronoField;
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

  /** Also of dates too far for milliseconds. */
  private static long millis(Instant date) {
    long most = Long.MAX_VALUE / 1000 - 1;
    return Instant.ofEpochSecond(Math.clamp(date.getEpochSecond(), -most, most)).toEpochMilli()
        + date.get(ChronoField.MILLI_OF_SECOND);
  }

  /** Whether anything dated within these, to the millisecond, could be wanted. */
  boolean overlaps(long firstMillis, long lastMillis) {
    return (from == null || lastMillis >= millis(from)) && (to == null || firstMillis <= millis(to));
  }
}
