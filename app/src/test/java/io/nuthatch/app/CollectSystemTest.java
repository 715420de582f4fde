package io.nuthatch.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.model.Json;
import io.nuthatch.simulator.people.Account;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The shipped program collects from simulated platforms, asked over HTTP from the first group to the last WARC. */
@Tag("slow")
class CollectSystemTest {

  private static final Duration LONG = Duration.ofSeconds(90);

  @TempDir
  private static Path directory;
  private static Surroundings around;
  private static ServedProgram program;
  private static String set;
  private static Map<String, String> credentials;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    around = new Surroundings();
    List<String> arguments = new ArrayList<>();
    String[] settings = around.settings();
    for (int i = 0; i < settings.length; i += 2) {
      arguments.addAll(List.of("--set", settings[i] + "=" + settings[i + 1]));
    }
    program = ServedProgram.serve(directory.resolve("data"), arguments.toArray(String[]::new));
    String group = post("/api/v1/groups", Map.of("name", "Archive")).path("id").asString();
    set = post("/api/v1/collection-sets", Map.of("group_id", group, "name", "Everything")).path("id").asString();
    credentials = new HashMap<>();
    for (String platform : List.of("twitter", "twitter2", "flickr")) {
      credentials.put(platform,
          post("/api/v1/credentials", Json.tree(around.newCredential(platform))).path("id").asString());
    }
  }

  @AfterAll
  static void stop() {
    program.close();
    around.close();
  }

  private static JsonNode get(String path) throws IOException, InterruptedException {
    return answer("GET", path, "");
  }

  private static JsonNode post(String path, Object body) throws IOException, InterruptedException {
    return answer("POST", path, Json.write(body));
  }

  private static JsonNode answer(String method, String path, String body) throws IOException, InterruptedException {
    HttpResponse<String> response = program.send(method, path, body);
    assertThat(response.statusCode()).as(path + ": " + response.body()).isBetween(200, 204);
    return TestNode.json(response);
  }

  private static String collection(String type, String platform, String seeds, Map<String, ?> options)
      throws IOException, InterruptedException {
    return post("/api/v1/collections",
        Map.of("collection_set_id", set, "harvest_type", type, "plan",
            Map.of("name", type, "credential_id", credentials.get(platform), "options", options), "seeds", seeds, "on",
            true))
        .path("collection").path("collection_id").asString();
  }

  private static String run(String collection) throws IOException, InterruptedException {
    return post("/api/v1/collections/" + collection + "/run", Map.of()).path("harvest_id").asString();
  }

  private static JsonNode ended(String harvest) {
    return Awaitility.await().atMost(LONG).until(() -> get("/api/v1/harvests/" + harvest),
        detail -> !detail.path("harvest").path("times").path("ended").isNull());
  }

  private static JsonNode succeeded(String harvest) {
    JsonNode detail = ended(harvest);
    assertThat(detail.path("harvest").path("state").asString()).as(detail.toString()).isEqualTo("completed_success");
    return detail;
  }

  private static long items(JsonNode detail) {
    long items = 0;
    for (JsonNode stat : detail.path("stats")) {
      items += stat.path("amount").asLong();
    }
    return items;
  }

  /** Every file is where it is said to be and has the digest it is said to have; how many there are. */
  private static int assertFiles(JsonNode detail) throws Exception {
    for (JsonNode warc : detail.path("warcs")) {
      byte[] bytes = Files.readAllBytes(Path.of(warc.path("path").asString()));
      assertThat(bytes).hasSize(warc.path("content").path("bytes").asInt());
      assertThat(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(bytes)))
          .isEqualTo(warc.path("content").path("sha1").asString());
    }
    return detail.path("warcs").size();
  }

  @Test
  void timeline_isCapturedOnceAndOnlyWhatIsNewThereafter() throws Exception {
    Account anna = around.person("Anna", 5);
    String id = collection("twitter_user_timeline", "twitter", "Anna", Map.of());
    JsonNode first = succeeded(run(id));
    assertThat(items(first)).isEqualTo(5);
    assertThat(assertFiles(first)).isOne();

    around.say(anna, "one more");
    assertThat(items(succeeded(run(id)))).isOne();
    assertThat(get("/api/v1/warcs/?collection=" + id).path("count").asInt()).isEqualTo(2);
    assertThat(get("/api/v1/collections/" + id + "/seeds").path("seeds").path(0).path("uid").asString())
        .as("found by the harvest").isEqualTo(Long.toString(anna.id()));
  }

  @Test
  void search_findsWhatWasSaid() throws Exception {
    Account berta = around.person("Berta", 0);
    around.say(berta, "the quagga is back");
    around.say(berta, "no quagga at all");
    JsonNode detail = succeeded(run(collection("twitter_search_2", "twitter2", "quagga", Map.of())));
    assertThat(items(detail)).isEqualTo(2);
    assertThat(assertFiles(detail)).isOne();
  }

  @Test
  void photos_areCapturedWithTheirFilesFromTheWeb() throws Exception {
    around.person("Carla", 2);
    JsonNode detail = succeeded(run(collection("flickr_user", "flickr", "Carla", Map.of())));
    assertThat(items(detail)).isEqualTo(2);
    assertThat(assertFiles(detail)).isOne();
  }

  @Test
  void linkedPages_areFetchedAsAHarvestOfTheirOwn() throws Exception {
    around.person("Dora", 2);
    String id = collection("twitter_user_timeline", "twitter", "Dora", Map.of("web_resources", true));
    String harvest = run(id);
    succeeded(harvest);
    JsonNode with = Awaitility.await().atMost(LONG).until(() -> get("/api/v1/harvests/" + harvest),
        detail -> detail.path("web").size() > 0
            && detail.path("web").valueStream().noneMatch(web -> web.path("times").path("ended").isNull()));
    JsonNode web = get("/api/v1/harvests/" + with.path("web").path(0).path("id").asString());
    assertThat(web.path("harvest").path("state").asString()).as(web.toString()).isEqualTo("completed_success");
    assertThat(items(web)).as("two pages; robots.txt is recorded and does not count").isEqualTo(2);
    assertThat(assertFiles(web)).isOne();
    assertThat(get("/api/v1/warcs/?collection=" + id).path("count").asInt()).as("without those of the web").isOne();
  }

  @Test
  void stream_isCapturedUntilItIsStopped() throws Exception {
    Account ella = around.person("Ella", 0);
    String id = collection("twitter_filter", "twitter", "{\"track\": \"okapi\"}", Map.of());
    String harvest = Awaitility.await().atMost(LONG).until(
        () -> get("/api/v1/harvests?state=running&collection=" + id).path("harvests").path(0).path("id").asString(""),
        found -> !found.isEmpty());
    Awaitility.await().atMost(LONG).until(() -> {
      around.say(ella, "an okapi, look");
      return items(get("/api/v1/harvests/" + harvest)) >= 3;
    });
    post("/api/v1/harvests/" + harvest + "/stop", Map.of("note", "enough"));
    JsonNode detail = succeeded(harvest);
    assertThat(items(detail)).isGreaterThanOrEqualTo(3);
    assertThat(assertFiles(detail)).isPositive();
    post("/api/v1/collections/" + id + "/off", Map.of());
  }
}
