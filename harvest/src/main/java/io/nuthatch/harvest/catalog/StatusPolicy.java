package io.nuthatch.harvest.catalog;

import static io.nuthatch.harvest.catalog.HarvestState.RUNNING;
import static io.nuthatch.harvest.catalog.HarvestState.STOPPING;
import static io.nuthatch.harvest.catalog.HarvestState.STOP_REQUESTED;

import org.jspecify.annotations.Nullable;

/**
 * What a status means for a harvest, whatever came before it. Statuses come again, late and out of order; those of our
 * own harvesters are numbered, others are not.
 */
final class StatusPolicy {

  private StatusPolicy() {
  }

  /** Whether a status says more than what is known; one without a number is taken for news. */
  static boolean isNews(@Nullable Long known, @Nullable Long told) {
    return known == null || told == null || told > known;
  }

  /** The state of a harvest after it was told of one. */
  static HarvestState next(Harvest harvest, HarvestState told, @Nullable Long number) {
    HarvestState now = harvest.state();
    boolean numbered = number != null && harvest.figures().sequence() != null;
    if (!isNews(harvest.figures().sequence(), number) || now == HarvestState.VOIDED || now == HarvestState.SKIPPED) {
      return now;
    }
    if (now.isCompleted()) {
      return told.isCompleted() && numbered ? told : now;
    }
    if (told != RUNNING) {
      return told;
    }
    if (now == STOPPING && !numbered) {
      return STOPPING;
    }
    return harvest.times().stopRequested() == null ? RUNNING : now == STOPPING ? STOPPING : STOP_REQUESTED;
  }
}
