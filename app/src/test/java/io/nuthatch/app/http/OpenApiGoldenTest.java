package io.nuthatch.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.app.Golden;
import io.nuthatch.app.TestNode;
import io.nuthatch.model.Json;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class OpenApiGoldenTest {

  @TempDir
  private Path directory;

  @Test
  void document_isAsLastLookedAtAndEveryReferenceResolves() {
    try (TestNode node = TestNode.start(directory)) {
      JsonNode document = Json.tree(node.get("/openapi.json").body());
      Golden.check("openapi.json", Json.pretty(document) + "\n");
      document.findValues("$ref").forEach(reference -> {
        String name = reference.asString().substring("#/components/schemas/".length());
        assertThat(document.path("components").path("schemas").has(name)).as(name).isTrue();
      });
    }
  }
}
