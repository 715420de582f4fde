package io.nuthatch.harvest;

import io.nuthatch.harvest.HarvestType.Cost;
import io.nuthatch.harvest.HarvestType.Flow;
import io.nuthatch.model.message.SeedReference;

/**
 * A harvest by calls: each seed is identified, then walked from its newest item to where the last harvest came. The
 * adapter calls page after page and says after each what is covered; a walk that is cut short is taken up there.
 */
public non-sealed interface RestFlow extends Flow {

  /** Finds out what the seed stands for now. */
  Subject identify(SeedReference seed, Session session);

  /** Calls for the items of the interval, newest first, page by page. */
  Reach walk(Subject subject, Interval interval, Session session);

  /** What one seed costs when about this many of its items are new. */
  Cost cost(SeedReference seed, long items);
}
