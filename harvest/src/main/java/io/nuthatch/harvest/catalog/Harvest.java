package io.nuthatch.harvest.catalog;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One run of a collection.
 *
 * @param number grows with every harvest of the catalogue
 * @param parentId for a harvest of the web, the harvest that found the addresses; null otherwise
 * @param changeId the last change of its collection when it was asked for: what it was asked for with
 */
public record Harvest(long number, String id, String collectionId, @Nullable String parentId, String type,
    HarvestState state, String requestedBy, long changeId, Times times, Figures figures) {

  Harvest with(HarvestState other) {
    return new Harvest(number, id, collectionId, parentId, type, other, requestedBy, changeId, times, figures);
  }

  Harvest with(Times others) {
    return new Harvest(number, id, collectionId, parentId, type, state, requestedBy, changeId, others, figures);
  }

  Harvest with(Figures others) {
    return new Harvest(number, id, collectionId, parentId, type, state, requestedBy, changeId, times, others);
  }

  /**
   * What happened to it when.
   *
   * @param heard when its harvester was last heard of, by our clock
   * @param lost since when it has been lost
   * @param stopRequested when somebody first wanted it to end
   */
  public record Times(Instant requested, @Nullable Instant started, @Nullable Instant ended, @Nullable Instant heard,
      @Nullable Instant lost, @Nullable Instant stopRequested, @Nullable Instant stopSent) {

    Times started(@Nullable Instant time) {
      return new Times(requested, time, ended, heard, lost, stopRequested, stopSent);
    }

    Times ended(@Nullable Instant time) {
      return new Times(requested, started, time, heard, lost, stopRequested, stopSent);
    }

    Times heard(Instant time) {
      return new Times(requested, started, ended, time, lost, stopRequested, stopSent);
    }

    Times lost(@Nullable Instant time) {
      return new Times(requested, started, ended, heard, time, stopRequested, stopSent);
    }

    /** None of what tells that it is alive or lost is after a time. */
    Times notAfter(Instant time) {
      return new Times(requested, started, ended, earlier(heard, time), earlier(lost, time), stopRequested, stopSent);
    }

    private static @Nullable Instant earlier(@Nullable Instant one, Instant other) {
      return one != null && one.isAfter(other) ? other : one;
    }

    Times stopRequested(Instant time) {
      return new Times(requested, started, ended, heard, lost, stopRequested == null ? time : stopRequested, stopSent);
    }

    Times stopSent(Instant time) {
      return new Times(requested, started, ended, heard, lost, stopRequested, time);
    }
  }

  /**
   * What its harvester told.
   *
   * @param sequence of the newest status; null when the harvester does not number them
   */
  public record Figures(long warcs, long bytes, @Nullable String service, @Nullable String host,
      @Nullable String instance, @Nullable Long sequence) {
  }

  /** Items captured on a day. */
  public record Stat(String day, String item, long amount) {
  }

  /** Something its harvester, or the catalogue, had to say. */
  public record Remark(Level level, String code, String message, @Nullable String seedId) {
  }

  public enum Level {
    INFO,
    WARNING,
    ERROR
  }
}
