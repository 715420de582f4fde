package io.nuthatch.harvest.catalog;

import io.nuthatch.database.Database;
import io.nuthatch.database.postgres.PostgresDatabase;
import io.nuthatch.database.postgres.PostgresSettings;
import io.nuthatch.simulator.servers.PostgresServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresCatalogTest extends CatalogContract {

  private static String url;

  @BeforeAll
  static void create() {
    url = PostgresServer.shared().fresh();
  }

  /** One for all tests, emptied before each: quicker than one for each. */
  @Override
  Database open() {
    Database database = PostgresDatabase.open(url, PostgresSettings.defaults());
    database.run(t -> {
      t.update("DROP SCHEMA public CASCADE");
      t.update("CREATE SCHEMA public");
    });
    return database;
  }
}
