package io.nuthatch.harvest.catalog;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * How often a collection is harvested. As text: {@code by hand}, {@code once}, {@code every 30m} (m, h, d, w), or
 * {@code cron 0 4 * * mon-fri Europe/Vienna}, in UTC where no zone is named.
 */
public sealed interface Timing {

  /** When somebody says so. */
  record ByHand() implements Timing {
    @Override
    public String toString() {
      return "by hand";
    }
  }

  /** As soon as the collection is turned on, and not again. */
  record Once() implements Timing {
    @Override
    public String toString() {
      return "once";
    }
  }

  /** At once, and then at this distance; a harvest that was missed does not move those after it. */
  record Every(Duration interval) implements Timing {

    private static final Duration SHORTEST = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofDays(3660);

    public Every {
      if (interval.compareTo(SHORTEST) < 0 || interval.compareTo(LONGEST) > 0 || interval.toSeconds() % 60 != 0) {
        throw CatalogException.invalid("harvests are whole minutes apart, one at least and ten years at most, not "
            + interval);
      }
    }

    @Override
    public String toString() {
      return "every " + TimingText.shown(interval);
    }
  }

  /** At times of the day, by the clocks of a zone. */
  record AtTimes(Cron cron, ZoneId zone) implements Timing {
    @Override
    public String toString() {
      return "cron " + cron + (zone.equals(ZoneOffset.UTC) ? "" : " " + zone);
    }
  }

  /** The first time, not before the given one; none for what is not run by the clock. */
  default Optional<Instant> first(Instant from) {
    return switch (this) {
      case ByHand _ -> Optional.empty();
      case Once _,Every _ -> Optional.of(from);
      case AtTimes(Cron cron, ZoneId zone) -> cron.after(from.minusNanos(1), zone);
    };
  }

  /** The time after the last one that is not over yet. */
  default Optional<Instant> next(Instant last, Instant now) {
    return switch (this) {
      case ByHand _,Once _ -> Optional.empty();
      case Every(Duration interval) -> {
        Instant next = last.plus(interval);
        long missed = next.isAfter(now) ? 0 : Duration.between(next, now).dividedBy(interval) + 1;
        yield Optional.of(next.plus(interval.multipliedBy(missed)));
      }
      case AtTimes(Cron cron, ZoneId zone) -> cron.after(now, zone);
    };
  }

  /** Whether two harvests from now on are no more than this apart. */
  default boolean isWithin(Duration apart, Instant now) {
    return switch (this) {
      case ByHand _,Once _ -> false;
      case Every(Duration interval) -> interval.compareTo(apart) <= 0;
      case AtTimes(Cron cron, ZoneId zone) -> cron.after(now, zone).flatMap(first -> cron.after(first, zone)
          .map(second -> Duration.between(first, second).compareTo(apart) <= 0)).orElse(false);
    };
  }

  static Timing parse(String text) {
    return TimingText.read(text);
  }
}
