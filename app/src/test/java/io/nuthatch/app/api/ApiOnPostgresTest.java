package io.nuthatch.app.api;

import io.nuthatch.simulator.servers.PostgresServer;
import org.junit.jupiter.api.Tag;

/** The same API over the other database. */
@Tag("slow")
class ApiOnPostgresTest extends ApiTest {

  @Override
  String databaseUrl() {
    return PostgresServer.shared().fresh();
  }
}
