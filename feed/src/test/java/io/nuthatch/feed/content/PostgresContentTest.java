package io.nuthatch.feed.content;

import io.nuthatch.database.Database;
import io.nuthatch.database.postgres.PostgresDatabase;
import io.nuthatch.database.postgres.PostgresSettings;
import io.nuthatch.simulator.servers.PostgresServer;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresContentTest extends ContentStoreContract {

  @Override
  Database openDatabase() {
    return PostgresDatabase.open(PostgresServer.shared().fresh(), PostgresSettings.defaults());
  }
}
