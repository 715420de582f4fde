package io.nuthatch.app.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.app.TestNode;
import io.nuthatch.simulator.servers.PostgresServer;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database that goes away and comes back while the node runs. */
@Tag("slow")
class BackendDownTest {

  @TempDir
  private Path directory;

  @Test
  void databaseThatDies_isReportedByNameAndTheNodeRecovers() {
    try (PostgresServer server = PostgresServer.start();
        TestNode node = TestNode.start(directory, "database.url", server.fresh(), "http.request-timeout", "5s")) {
      assertThat(node.send("GET", "/health/ready", "", "").statusCode()).isEqualTo(200);
      server.kill();
      Awaitility.await().atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> assertThat(node.send("GET", "/health/ready", "", "").body())
              .contains("\"status\":\"not ready\"", "\"database\":\"down\"", "\"queue\":\"up\""));
      assertThat(node.send("GET", "/health/live", "", "").statusCode()).isEqualTo(200);
      assertThat(node.get("/api/v1/operators").statusCode()).isEqualTo(503);
      server.restart();
      Awaitility.await().atMost(Duration.ofSeconds(30))
          .until(() -> node.get("/api/v1/operators").statusCode() == 200);
      assertThat(node.send("GET", "/health/ready", "", "").statusCode()).isEqualTo(200);
    }
  }
}
