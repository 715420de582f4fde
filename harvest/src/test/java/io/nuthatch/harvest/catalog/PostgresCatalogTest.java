package io.nuthatch.harvest.catalog;

import io.nuthatch.database.Database;
import io.nuthatch.database.postgres.PostgresDatabase;
import io.nuthatch.database.postgres.PostgresSettings;
import io.nuthatch.simulator.servers.PostgresServer;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresCatalogTest extends CatalogContract {

  @Override
  Database open() {
    return PostgresDatabase.open(PostgresServer.shared().fresh(), PostgresSettings.defaults());
  }
}
