package io.nuthatch.app.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.app.TestNode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RolesTest {

  @TempDir
  private Path directory;

  @Test
  void nodeWithoutTheApi_answersHealthAndMetricsOnly() {
    try (TestNode node = TestNode.start(directory, "node.roles", "harvester,refresher")) {
      assertThat(node.send("GET", "/health/ready", "", "").statusCode()).isEqualTo(200);
      assertThat(node.get("/metrics").statusCode()).isEqualTo(200);
      assertThat(node.get("/api/v1/node").statusCode()).isEqualTo(404);
      assertThat(node.get("/").statusCode()).isEqualTo(404);
    }
  }
}
