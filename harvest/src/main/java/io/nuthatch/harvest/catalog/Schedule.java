package io.nuthatch.harvest.catalog;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** When a collection is harvested: how often, not before its start, and not from its end on. Null means no bound. */
public record Schedule(Timing timing, @Nullable Instant start, @Nullable Instant end) {

  public static final Schedule BY_HAND = new Schedule(new Timing.ByHand(), null, null);

  public Schedule {
    if (start != null && end != null && !start.isBefore(end)) {
      throw CatalogException.invalid("a schedule ends after its start; " + end + " is not after " + start);
    }
  }

  public static Schedule of(String timing) {
    return new Schedule(Timing.parse(timing), null, null);
  }

  /** When the first harvest is due if the collection is turned on now. */
  Optional<Instant> first(Instant now) {
    return timing.first(start == null || start.isBefore(now) ? now : start).filter(this::isBeforeEnd);
  }

  /** When the harvest after one that was due is due. */
  Optional<Instant> next(Instant last, Instant now) {
    return timing.next(last, now).filter(this::isBeforeEnd);
  }

  /** The latest time the next harvest can be due at, for a schedule that repeats. */
  Optional<Instant> latest(Instant now) {
    Instant from = start == null || start.isBefore(now) ? now : start;
    return timing.next(from, from);
  }

  boolean isOver(Instant now) {
    return !isBeforeEnd(now);
  }

  private boolean isBeforeEnd(Instant time) {
    return end == null || time.isBefore(end);
  }
}
