package io.nuthatch.database;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What every database promises, chapter by chapter. */
public abstract class DatabaseContract
    implements
      ValuesContract,
      StatementsContract,
      BulkContract,
      TransactionsContract,
      MigrationsContract {

  private Database database;

  /** A new database without tables; closed by the contract. */
  protected abstract Database open();

  @Override
  public final Database database() {
    return database;
  }

  @BeforeEach
  final void openWithTables() {
    database = open();
    database.migrate(List.of(Migrations.of("example")));
  }

  @AfterEach
  final void closeDatabase() {
    database.close();
  }
}
