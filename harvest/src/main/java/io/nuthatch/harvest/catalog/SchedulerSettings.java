package io.nuthatch.harvest.catalog;

import java.time.Duration;
import java.util.List;

/**
 * When the scheduler looks, and when it gives up on what it does not hear of.
 *
 * @param tick how often to look for what is due
 * @param silence after which a running harvest of ours is lost
 * @param foreignSilence the same for harvesters of others, who tell less often
 * @param unclaimed after which a harvest that no harvester has begun is lost; those of the web wait their turn
 * @param abandon how long a harvest stays lost before it is voided, so that the next can begin; and paused before it
 *        is lost
 */
public record SchedulerSettings(Duration tick, Duration silence, Duration foreignSilence, Duration unclaimed,
    Duration abandon) {

  public SchedulerSettings {
    for (Duration each : List.of(tick, silence, foreignSilence, unclaimed, abandon)) {
      if (each.toMillis() < 1) {
        throw CatalogException.invalid("a scheduler waits for some time, not " + each);
      }
    }
  }

  public static SchedulerSettings defaults() {
    return new SchedulerSettings(Duration.ofSeconds(1), Duration.ofMinutes(15), Duration.ofHours(2), Duration.ofDays(1),
        Duration.ofDays(1));
  }
}
