package io.nuthatch.simulator.platform.mastodon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.model.Json;
import io.nuthatch.simulator.Client;
import io.nuthatch.simulator.Golden;
import io.nuthatch.simulator.HandClock;
import io.nuthatch.simulator.Lines;
import io.nuthatch.simulator.SimulatedPlatforms;
import io.nuthatch.simulator.SocketLines;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.Engagement;
import io.nuthatch.simulator.people.IdRange;
import io.nuthatch.simulator.people.Narrowing;
import io.nuthatch.simulator.people.NewPost;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.people.World;
import io.nuthatch.simulator.people.WorldSettings;
import io.nuthatch.simulator.platform.PlatformSettings;
import io.nuthatch.simulator.platform.Quota;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class MastodonTest {

  private final HandClock clock = new HandClock("2026-03-10T12:00:00Z");
  private final World world = World.open(WorldSettings.defaults().withAccounts(60).withPostsPerDay(5), clock);
  private final SimulatedPlatforms platforms = SimulatedPlatforms.start(world,
      PlatformSettings.defaults().withQuota("/api", new Quota(120, 120, Duration.ofMinutes(5))));
  private final Client client = new Client(platforms, platforms.credentials(1).getFirst());
  private final Account anna = world.account("Anna");
  private final Account ben = world.account("Ben");

  @AfterEach
  void close() {
    platforms.close();
  }

  @Test
  void everything_hasTheShapeOfTheGoldenFile() throws Exception {
    Post original = world.post(anna.id(),
        NewPost.saying("Look 🐦 at #birds with @Ben <3 https://example.org/birds?x=1&y=2").withPhotos(1));
    world.engagement(original.id(), new Engagement(3, 5, 1, 2, 100, 4));
    world.post(ben.id(), NewPost.saying("@Anna which one?").answering(original.id()));
    world.post(ben.id(), NewPost.saying("see").quoting(original.id()));
    world.post(ben.id(), NewPost.retweetOf(original.id()));
    StringBuilder shapes = new StringBuilder();
    for (String path : List.of("/api/v1/accounts/lookup?acct=ben", "/api/v1/accounts/" + ben.id() + "/statuses",
        "/api/v2/instance", "/api/v1/instance")) {
      shapes.append(Json.pretty(get(path).json())).append('\n');
    }
    Golden.check("mastodon.txt",
        shapes.toString().replace(platforms.url(), "http://simulator").replace(":" + platforms.port(), ":1"));
  }

  @Test
  void pages_areCompleteBackwardsByLink_andForwardsByMinId() throws Exception {
    long account = world.accounts().findFirst().orElseThrow();
    List<String> expected = world.now().inPlace(account, IdRange.ALL).map(StatusJson::id).toList();
    assertThat(expected).hasSizeGreaterThan(100);
    List<String> seen = new ArrayList<>();
    String next = platforms.url() + "/api/v1/accounts/" + account + "/statuses?limit=40";
    while (!next.isEmpty()) {
      Client.Answer page = client.send(HttpRequest.newBuilder(URI.create(next)));
      page.json().forEach(status -> seen.add(status.path("id").asString()));
      next = page.header("link").contains("rel=\"next\"")
          ? page.header("link").replaceFirst("^<([^>]+)>; rel=\"next\".*", "$1")
          : "";
    }
    assertThat(seen).isEqualTo(expected);
    List<String> forwards = new ArrayList<>();
    String mark = expected.get(100);
    while (true) {
      JsonNode page = get("/api/v1/accounts/" + account + "/statuses?limit=40&min_id=" + mark).json();
      if (page.isEmpty()) {
        break;
      }
      List<String> ids = new ArrayList<>();
      page.forEach(status -> ids.add(status.path("id").asString()));
      mark = ids.getFirst();
      forwards.addAll(0, ids);
    }
    assertThat(forwards).isEqualTo(expected.subList(0, 100));
    JsonNode newest = get("/api/v1/accounts/" + account + "/statuses?limit=5&since_id=" + expected.get(50)).json();
    assertThat(newest.path(0).path("id").asString()).as("since_id brings the newest").isEqualTo(expected.getFirst());
  }

  @Test
  void publicAndTagTimelines_haveWhatBelongsThere() throws Exception {
    Post tagged = world.post(anna.id(), "uniquely #Rare");
    world.post(ben.id(), NewPost.saying("@Anna yes #rare").answering(tagged.id()));
    JsonNode tag = get("/api/v1/timelines/tag/rare").json();
    assertThat(tag).hasSize(2);
    JsonNode all = get("/api/v1/timelines/public?limit=40").json();
    assertThat(all.path(0).path("id").asString()).isEqualTo(StatusJson.id(tagged));
    assertThat(all).hasSize(40).allMatch(status -> status.path("reblog").isNull());
    assertThat(get("/api/v1/timelines/public?remote=true").json()).isEmpty();
    long first = world.now().inPlace(IdRange.ALL, Narrowing.NOTHING).filter(Timelines::isPublic).reduce((a, b) -> b)
        .orElseThrow().origin();
    JsonNode oldest = get("/api/v1/timelines/public?limit=1&min_id=0").json();
    assertThat(oldest.path(0).path("id").asString()).isEqualTo(Long.toString(first));
  }

  @Test
  void lookups_leaveOutWhatIsGone_andAreLimited() throws Exception {
    Post seen = world.post(anna.id(), "seen");
    Post deleted = world.post(anna.id(), "deleted");
    world.delete(deleted.id());
    assertThat(get("/api/v1/statuses?id[]=" + seen.id() + "&id[]=" + deleted.id()).json()).hasSize(1);
    Client.Answer gone = get("/api/v1/statuses/" + deleted.id());
    assertThat(gone.status()).isEqualTo(404);
    assertThat(gone.json().path("error").asString()).isEqualTo("Record not found");
    String many = String.join("&", IntStream.range(0, 21).mapToObj(i -> "id[]=" + i).toList());
    assertThat(get("/api/v1/statuses?" + many).status()).isEqualTo(422);
    world.suspend(anna.id());
    assertThat(get("/api/v1/accounts/" + anna.id()).json().path("suspended").asBoolean()).isTrue();
    assertThat(get("/api/v1/accounts/" + anna.id() + "/statuses").json()).isEmpty();
    world.protect(ben.id());
    assertThat(get("/api/v1/accounts/lookup?acct=ben@mastodon.example").json().path("locked").asBoolean()).isTrue();
    assertThat(get("/api/v1/accounts/lookup?acct=nobody").status()).isEqualTo(404);
  }

  @Test
  void edit_keepsTheIdAndHasAHistory() throws Exception {
    Post post = world.post(anna.id(), "first");
    assertThat(get("/api/v1/statuses/" + post.id()).json().path("edited_at").isNull()).isTrue();
    clock.advance(Duration.ofMinutes(1));
    world.edit(post.id(), "second");
    JsonNode status = get("/api/v1/statuses/" + post.id()).json();
    assertThat(status.path("content").asString()).isEqualTo("<p>second</p>");
    assertThat(status.path("created_at").asString()).isEqualTo("2026-03-10T12:00:00.000Z");
    assertThat(status.path("edited_at").asString()).isEqualTo("2026-03-10T12:01:00.000Z");
    JsonNode history = get("/api/v1/statuses/" + post.id() + "/history").json();
    assertThat(history.path(0).path("content").asString()).isEqualTo("<p>first</p>");
    assertThat(history).hasSize(2);
  }

  @Test
  void context_hasWhatIsAboveAndBelow() throws Exception {
    Post root = world.post(anna.id(), "root");
    Post middle = world.post(ben.id(), NewPost.saying("@Anna middle").answering(root.id()));
    Post leaf = world.post(anna.id(), NewPost.saying("@Ben leaf").answering(middle.id()));
    JsonNode context = get("/api/v1/statuses/" + middle.id() + "/context").json();
    assertThat(context.path("ancestors").path(0).path("id").asString()).isEqualTo(StatusJson.id(root));
    assertThat(context.path("descendants").path(0).path("id").asString()).isEqualTo(StatusJson.id(leaf));
    assertThat(get("/api/v1/statuses/" + root.id() + "/context").json().path("descendants")).hasSize(2);
  }

  @Test
  void quota_isToldWithATime() throws Exception {
    Client.Answer answer = get("/api/v1/instance");
    assertThat(answer.header("x-ratelimit-reset")).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z");
    assertThat(Instant.parse(answer.header("x-ratelimit-reset"))).isEqualTo(Instant.parse("2026-03-10T12:05:00Z"));
    while (!answer.header("x-ratelimit-remaining").equals("0")) {
      answer = get("/api/v1/instance");
    }
    assertThat(get("/api/v1/instance").status()).isEqualTo(429);
    assertThat(client.get("/api/v1/instance").status()).as("who brings a token has a quota of their own")
        .isEqualTo(200);
    assertThat(client.send(client.request("/api/v1/instance").header("Authorization", "Bearer x")).status())
        .isEqualTo(401);
  }

  @Test
  void events_comeByServerSentEvents() throws Exception {
    assertThat(get("/api/v1/streaming/public").status()).isEqualTo(401);
    try (Lines lines = new Lines(client.stream("/api/v1/streaming/public").body())) {
      Post post = world.post(anna.id(), "first");
      assertThat(lines.message()).isEqualTo("event: update");
      assertThat(Json.tree(lines.message().substring("data: ".length())).path("id").asString())
          .isEqualTo(StatusJson.id(post));
      world.edit(post.id(), "second");
      assertThat(lines.message()).isEqualTo("event: status.update");
      assertThat(lines.message()).contains("<p>second</p>");
      world.delete(post.id());
      assertThat(lines.message()).isEqualTo("event: delete");
      assertThat(lines.message()).isEqualTo("data: " + StatusJson.id(post));
    }
    try (Lines lines = new Lines(client.stream("/api/v1/streaming/hashtag?tag=rare").body())) {
      world.post(anna.id(), "not this");
      world.post(anna.id(), "but this #Rare");
      lines.message();
      assertThat(lines.message()).contains("but this");
    }
  }

  @Test
  void events_comeByWebSocket() throws Exception {
    assertThatThrownBy(() -> SocketLines.open(platforms, "/api/v1/streaming?stream=public"))
        .isInstanceOf(CompletionException.class);
    String token = "access_token=" + platforms.credentials(1).getFirst().bearerToken();
    try (SocketLines socket = SocketLines.open(platforms, "/api/v1/streaming?stream=public&" + token)) {
      Post post = world.post(anna.id(), "first");
      JsonNode message = Json.tree(socket.next());
      assertThat(message.path("stream").path(0).asString()).isEqualTo("public");
      assertThat(message.path("event").asString()).isEqualTo("update");
      assertThat(Json.tree(message.path("payload").asString()).path("id").asString()).isEqualTo(StatusJson.id(post));
      world.delete(post.id());
      assertThat(Json.tree(socket.next()).path("payload").asString()).isEqualTo(StatusJson.id(post));
    }
    assertThatThrownBy(() -> SocketLines.open(platforms, "/api/v1/streaming?stream=nonsense&" + token))
        .isInstanceOf(CompletionException.class);
  }

  private Client.Answer get(String path) throws Exception {
    return client.send(client.request(path.replace("[", "%5B").replace("]", "%5D")));
  }
}
