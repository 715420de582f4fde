package io.nuthatch.simulator.servers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class PostgresServerTest {

  @Test
  void killedServer_comesBackWithItsData() {
    try (PostgresServer server = PostgresServer.start()) {
      assertThat(server.fresh()).isNotEqualTo(server.fresh());
      server.sql("CREATE TABLE kept (id BIGINT)");
      server.sql("INSERT INTO kept VALUES (42)");
      server.kill();
      server.restart();
      assertThat(server.sql("SELECT id FROM kept")).isEqualTo("42");
      server.restart();
      assertThat(server.sql("SELECT id FROM kept")).isEqualTo("42");
      assertThat(server.sql("SHOW fsync")).isEqualTo("on");
    }
  }

  @Test
  void fastServer_doesNotFlush() {
    try (PostgresServer server = PostgresServer.fast()) {
      assertThat(server.sql("SHOW fsync")).isEqualTo("off");
    }
  }
}
