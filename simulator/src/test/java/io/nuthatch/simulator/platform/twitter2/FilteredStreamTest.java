package io.nuthatch.simulator.platform.twitter2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.nuthatch.simulator.Client;
import io.nuthatch.simulator.HandClock;
import io.nuthatch.simulator.Lines;
import io.nuthatch.simulator.SimulatedPlatforms;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.people.World;
import io.nuthatch.simulator.people.WorldSettings;
import io.nuthatch.simulator.platform.Connections.Ending;
import io.nuthatch.simulator.platform.PlatformSettings;
import io.nuthatch.simulator.platform.PlatformSettings.Streams;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.LocalDate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class FilteredStreamTest {

  private static final String STREAM = "/2/tweets/search/stream";
  private static final String RULES = STREAM + "/rules";

  private final HandClock clock = new HandClock("2026-03-10T12:00:00Z");
  private final World world = World.open(WorldSettings.defaults().withAccounts(0), clock);
  private final SimulatedPlatforms platforms = SimulatedPlatforms.start(world,
      PlatformSettings.defaults().withStreams(Streams.USUAL.withKeepAlive(Duration.ofMillis(100))));
  private final Client client = new Client(platforms, platforms.credentials(1).getFirst());
  private final Account anna = world.account("Anna");

  @AfterEach
  void close() {
    platforms.close();
  }

  @Test
  void rules_areAddedListedAndDeleted() throws Exception {
    Client.Answer added = rules("{\"add\":[{\"value\":\"cat has:media\",\"tag\":\"cats\"},{\"value\":\"dog\"}]}");
    assertThat(added.status()).isEqualTo(201);
    JsonNode created = added.json();
    assertThat(created.path("meta").path("summary").path("created").asInt()).isEqualTo(2);
    JsonNode listed = client.get(RULES).json();
    assertThat(listed.path("meta").path("result_count").asInt()).isEqualTo(2);
    assertThat(listed.path("data").path(0).path("tag").asString()).isEqualTo("cats");
    String id = listed.path("data").path(0).path("id").asString();
    JsonNode deleted = rules("{\"delete\":{\"ids\":[\"" + id + "\",\"17\"]}}").json().path("meta").path("summary");
    assertThat(deleted.path("deleted").asInt()).isEqualTo(1);
    assertThat(deleted.path("not_deleted").asInt()).isEqualTo(1);
    rules("{\"delete\":{\"values\":[\"dog\"]}}");
    assertThat(client.get(RULES).json().has("data")).isFalse();
  }

  @Test
  void duplicateAndInvalidRules_areErrorsBesideTheGoodOnes() throws Exception {
    rules("{\"add\":[{\"value\":\"cat\"}]}");
    JsonNode answer = rules("{\"add\":[{\"value\":\"cat\"},{\"value\":\"(dog\"},{\"value\":\"is:retweet\"},"
        + "{\"value\":\"" + "a".repeat(1_025) + "\"},{\"value\":\"bird\"}]}").json();
    assertThat(answer.path("meta").path("summary").path("created").asInt()).isEqualTo(1);
    assertThat(answer.path("meta").path("summary").path("not_created").asInt()).isEqualTo(4);
    assertThat(answer.path("errors").path(0).path("title").asString()).isEqualTo("DuplicateRule");
    assertThat(answer.path("errors").path(1).path("type").asString()).endsWith("/invalid-rules");
    assertThat(rules("nonsense").status()).isEqualTo(400);
    assertThat(rules("{}").status()).isEqualTo(400);
  }

  @Test
  void dryRun_changesNothing() throws Exception {
    assertThat(client.post(RULES + "?dry_run=true", "application/json", "{\"add\":[{\"value\":\"cat\"}]}").status())
        .isEqualTo(201);
    assertThat(client.get(RULES).json().path("meta").path("result_count").asInt()).isZero();
  }

  @Test
  void moreThanAThousandRules_areRefused() throws Exception {
    StringBuilder many = new StringBuilder("{\"add\":[{\"value\":\"w\"}");
    for (int i = 0; i < 1_000; i++) {
      many.append(",{\"value\":\"w").append(i).append("\"}");
    }
    Client.Answer refused = rules(many + "]}");
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.json().path("title").asString()).isEqualTo("RulesCapExceeded");
  }

  @Test
  void streamWithoutRules_is409() throws Exception {
    assertThat(client.get(STREAM).status()).isEqualTo(409);
  }

  @Test
  void stream_deliversMatchesWithTheirRules_andFollowsChangesOfThem() throws Exception {
    rules("{\"add\":[{\"value\":\"cat\",\"tag\":\"cats\"}]}");
    try (Lines lines = open(STREAM + "?tweet.fields=created_at&expansions=author_id")) {
      world.post(anna.id(), "a dog");
      Post cat = world.post(anna.id(), "a cat");
      JsonNode message = lines.json();
      assertThat(message.path("data").path("id").asString()).isEqualTo(Long.toString(cat.id()));
      assertThat(message.path("data").path("created_at").asString()).isEqualTo("2026-03-10T12:00:00.001Z");
      assertThat(message.path("includes").path("users").path(0).path("username").asString()).isEqualTo("Anna");
      assertThat(message.path("matching_rules").path(0).path("tag").asString()).isEqualTo("cats");
      rules("{\"add\":[{\"value\":\"dog\"}]}");
      world.post(anna.id(), "another dog and cat");
      assertThat(lines.json().path("matching_rules")).hasSize(2);
      world.delete(cat.id());
      world.post(anna.id(), "dog again");
      assertThat(lines.json().path("data").path("text").asString()).as("deletions are not told here")
          .isEqualTo("dog again");
      assertThat(platforms.usage().billed("credential-1", LocalDate.parse("2026-03-10"))).isEqualTo(3);
    }
  }

  @Test
  void secondConnection_isRefusedUntilTheFirstIsGone() throws Exception {
    rules("{\"add\":[{\"value\":\"cat\"}]}");
    Lines first = open(STREAM);
    Client.Answer refused = client.get(STREAM);
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.json().path("connection_issue").asString()).isEqualTo("TooManyConnections");
    first.close();
    await().until(() -> platforms.streams().all().isEmpty());
    open(STREAM).close();
  }

  @Test
  void silence_isFilledWithBlankLines_andShutdownIsAnOperationalDisconnect() throws Exception {
    rules("{\"add\":[{\"value\":\"cat\"}]}");
    try (Lines lines = open(STREAM)) {
      assertThat(lines.next()).isEmpty();
      assertThat(lines.next()).isEmpty();
      platforms.streams().endAll(Ending.SHUTDOWN);
      assertThat(lines.json().path("errors").path(0).path("title").asString()).isEqualTo("operational-disconnect");
      assertThat(lines.message()).isEqualTo(Lines.END);
    }
  }

  private Client.Answer rules(String body) throws Exception {
    return client.post(RULES, "application/json", body);
  }

  private Lines open(String path) throws Exception {
    HttpResponse<InputStream> response = client.stream(path);
    assertThat(response.statusCode()).isEqualTo(200);
    return new Lines(response.body());
  }
}
