package io.nuthatch.app.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.nuthatch.app.TestNode;
import io.nuthatch.simulator.servers.PostgresServer;
import io.nuthatch.simulator.servers.RabbitServer;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node on PostgreSQL and RabbitMQ while its broker goes away and comes back. */
@Tag("slow")
class BrokerDownSystemTest {

  @TempDir
  private Path directory;

  @Test
  void brokerThatStops_isReportedByName_andTheNodeRecovers() {
    try (RabbitServer broker = RabbitServer.start();
        TestNode node = TestNode.start(directory, "database.url", PostgresServer.shared().fresh(), "queue.url",
            "database:", "bus.url", broker.url())) {
      assertReadiness(node, 200, "up");
      broker.stop();
      await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertReadiness(node, 503, "down"));
      broker.restart();
      await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertReadiness(node, 200, "up"));
    }
  }

  private static void assertReadiness(TestNode node, int status, String bus) {
    HttpResponse<String> ready = node.send("GET", "/health/ready", "", "");
    assertThat(ready.body()).contains("\"bus\":\"" + bus + "\"", "\"queue\":\"up\"", "\"database\":\"up\"");
    assertThat(ready.statusCode()).isEqualTo(status);
  }
}
