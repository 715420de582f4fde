package io.nuthatch.database.postgres;

import io.nuthatch.database.Database;
import io.nuthatch.database.DatabaseContract;
import io.nuthatch.simulator.servers.PostgresServer;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresDatabaseTest extends DatabaseContract {

  @Override
  protected Database open() {
    return PostgresDatabase.open(PostgresServer.shared().fresh(), PostgresSettings.defaults());
  }
}
