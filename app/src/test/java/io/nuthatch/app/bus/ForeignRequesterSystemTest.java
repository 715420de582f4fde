package io.nuthatch.app.bus;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.app.Surroundings;
import io.nuthatch.app.TestNode;
import io.nuthatch.model.Json;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.servers.PostgresServer;
import io.nuthatch.simulator.servers.RabbitServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A requester in Python has a node harvest for it: it publishes a start message and follows the statuses to the end. */
@Tag("slow")
class ForeignRequesterSystemTest {

  private static final String START = "harvest.start.twitter.twitter_user_timeline";

  @TempDir
  private Path directory;

  @Test
  void harvestOrderedInPython_endsInSuccessAndAFile() throws Exception {
    try (RabbitServer broker = RabbitServer.start();
        Surroundings around = new Surroundings();
        TestNode node = TestNode.start(directory, around.settings("database.url", PostgresServer.shared().fresh(),
            "bus.url", broker.url(), "queue.url", "database:"))) {
      Account frida = around.person("Frida", 4);
      try (SfmComponent requester = SfmComponent.start(broker.url(), "sfm_ui", order(around), "--bind",
          "harvest.status.*.*", "--bind", "warc_created", "--publish", START, "--until", "completed")) {
        List<JsonNode> received = requester.received();

        List<JsonNode> statuses = received.stream()
            .filter(message -> message.path("routing_key").asString().startsWith("harvest.status."))
            .map(message -> message.path("body")).toList();
        assertThat(statuses).allSatisfy(status -> assertThat(status.path("id").asString()).isEqualTo("sfmui:45"));
        assertThat(statuses).extracting(status -> status.path("status").asString()).startsWith("running")
            .endsWith("completed success");
        JsonNode last = statuses.getLast();
        assertThat(last.path("stats").findValue("tweets").asInt()).isEqualTo(4);
        assertThat(last.path("date_ended").asString()).endsWith("Z");
        assertThat(received.toString()).contains(Long.toString(frida.id()))
            .doesNotContain(around.credential("twitter").values());

        JsonNode created = received.stream()
            .filter(message -> message.path("routing_key").asString().equals("warc_created")).findFirst().orElseThrow()
            .path("body");
        Path file = Path.of(created.path("warc").path("path").asString());
        assertThat(file).isRegularFile();
        assertThat(Files.size(file)).isEqualTo(created.path("warc").path("bytes").asLong());
        assertThat(created.path("harvest").path("id").asString()).isEqualTo("sfmui:45");
        assertThat(created.path("collection").path("id").asString()).isEqualTo("6980fac666c54322a2ebdbcb2a9510f5");
      }
      assertThat(node.get("/api/v1/harvests").body()).as("no harvest of ours").contains("\"harvests\":[]");
    }
  }

  /** With a collection nobody here knows, and credentials in plain. */
  private static byte[] order(Surroundings around) {
    return Json.write(Map.of("id", "sfmui:45", "type", "twitter_user_timeline", "seeds",
        List.of(Map.of("id", "a36fe186fbfa47a89dbb0551e1f0f181", "token", "Frida")), "options",
        Map.of("incremental", true), "credentials", around.credential("twitter"), "collection_set",
        Map.of("id", "3989a5f99e41487aaef698680537c3f5"), "collection",
        Map.of("id", "6980fac666c54322a2ebdbcb2a9510f5"))).getBytes(StandardCharsets.UTF_8);
  }
}
