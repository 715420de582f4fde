package io.nuthatch.harvest;

import io.nuthatch.harvest.HarvestType.Flow;
import io.nuthatch.model.message.SeedReference;
import java.util.List;

/** A harvest of the web: each seed is a URL, fetched once and recorded with all that led to it. */
public non-sealed interface FetchFlow extends Flow {

  /** Fetches what has not been fetched yet, several at a time; returns when all seeds are settled or it was told to stop. */
  void fetch(List<SeedReference> seeds, Recording recording);
}
