package io.nuthatch.harvest.engine;

import io.nuthatch.database.Database;
import java.util.List;

/** Looks at the work of all harvesters that share a database, from any node. */
public final class HarvestWatch {

  private final RunStore store;

  public HarvestWatch(Database database) {
    this.store = new RunStore(database);
  }

  /** Harvests that have not ended. */
  public List<RunFigures> active() {
    return store.active();
  }

  /** What a collection does not have, newest first; those that were filled since are among them. */
  public List<Gap> gaps(String collection) {
    return store.gaps(collection);
  }
}
