package io.nuthatch.harvest.catalog;

import io.nuthatch.database.Database;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What the catalogue does on every database, chapter by chapter. */
abstract class CatalogContract
    implements
      VisibilityContract,
      CollectionsContract,
      SeedsContract,
      CredentialsContract,
      RequestsContract,
      StatusContract,
      SchedulerContract,
      ListsContract {

  private World world;

  /** A new database without tables; closed by the contract. */
  abstract Database open();

  @Override
  public final World world() {
    return world;
  }

  @BeforeEach
  final void build() {
    world = new World(open());
  }

  @AfterEach
  final void closeWorld() {
    world.close();
  }
}
