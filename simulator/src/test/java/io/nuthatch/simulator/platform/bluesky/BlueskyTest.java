package io.nuthatch.simulator.platform.bluesky;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.model.Json;
import io.nuthatch.simulator.Client;
import io.nuthatch.simulator.Golden;
import io.nuthatch.simulator.HandClock;
import io.nuthatch.simulator.SimulatedPlatforms;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.Engagement;
import io.nuthatch.simulator.people.IdRange;
import io.nuthatch.simulator.people.NewPost;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.people.World;
import io.nuthatch.simulator.people.WorldSettings;
import io.nuthatch.simulator.platform.PlatformSettings;
import io.nuthatch.simulator.platform.Quota;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class BlueskyTest {

  private final HandClock clock = new HandClock("2026-03-10T12:00:00Z");
  private final World world = World.open(WorldSettings.defaults().withAccounts(60).withPostsPerDay(5), clock);
  private final SimulatedPlatforms platforms = SimulatedPlatforms.start(world,
      PlatformSettings.defaults().withQuota("/xrpc", new Quota(100, 100, Duration.ofMinutes(5))));
  private final Client client = new Client(platforms, platforms.credentials(1).getFirst());
  private final Account anna = world.account("Anna");
  private final Account ben = world.account("Ben");

  @AfterEach
  void close() {
    platforms.close();
  }

  @Test
  void names_leadBackToWhatTheyName() {
    world.accounts().limit(60).forEach(id -> {
      assertThat(Names.did(id)).matches("did:plc:[a-z2-7]{24}");
      assertThat(Names.account(Names.did(id), world.now())).hasValueSatisfying(
          account -> assertThat(account.id()).isEqualTo(id));
      world.now().inPlace(id, IdRange.ALL).limit(20).forEach(post -> {
        assertThat(Names.uri(post)).matches("at://did:plc:\\w{24}/app\\.bsky\\.feed\\.(re)?post/[2-7a-z]{13}");
        assertThat(Names.post(Names.uri(post), world.now())).contains(post);
      });
    });
    assertThat(Names.account("did:plc:aaaaaaaaaaaaaaaaaaaaaaaa", world.now())).isEmpty();
    assertThat(Names.cid("x")).matches("bafyrei[a-z2-7]{52}");
    assertThat(Names.blob(1)).matches("bafkrei[a-z2-7]{52}");
  }

  @Test
  void authorFeed_isCompleteOverItsPages_andEndsWithAnEmptyOne() throws Exception {
    long account = world.accounts().findFirst().orElseThrow();
    List<String> expected = world.now().inPlace(account, IdRange.ALL).map(Names::uri).toList();
    assertThat(expected).hasSizeGreaterThan(100);
    List<String> seen = new ArrayList<>();
    String cursor = "";
    JsonNode page;
    do {
      page = call("app.bsky.feed.getAuthorFeed", "actor=" + Names.did(account) + "&limit=100" + cursor);
      page.path("feed")
          .forEach(item -> seen
              .add((item.has("reason") ? item.path("reason") : item.path("post")).path("uri").asString()));
      cursor = "&cursor=" + page.path("cursor").asString("");
    } while (page.has("cursor"));
    assertThat(page.path("feed")).isEmpty();
    assertThat(seen).isEqualTo(expected);
  }

  @Test
  void everything_hasTheShapeOfTheGoldenFile() throws Exception {
    Post original = world.post(anna.id(),
        NewPost.saying("Look 🐦 at #birds with @Ben https://example.org/birds?x=1").withPhotos(1));
    world.engagement(original.id(), new Engagement(3, 5, 1, 2, 100, 4));
    Post reply = world.post(ben.id(), NewPost.saying("@Anna which one?").answering(original.id()));
    world.post(anna.id(), NewPost.saying("@Ben see https://example.org/1").answering(reply.id()));
    world.post(ben.id(), NewPost.saying("see").quoting(original.id()));
    world.post(ben.id(), NewPost.retweetOf(original.id()));
    StringBuilder shapes = new StringBuilder();
    for (JsonNode answer : List.of(call("app.bsky.actor.getProfile", "actor=anna.bsky.social"),
        call("app.bsky.feed.getAuthorFeed", "actor=ben.bsky.social"),
        call("app.bsky.feed.getPostThread", "uri=" + encoded(Names.uri(reply))))) {
      shapes.append(Json.pretty(answer)).append('\n');
    }
    Golden.check("bluesky.txt", shapes.toString().replace(platforms.url(), "http://simulator"));
  }

  @Test
  void facets_countBytes() throws Exception {
    Post post = world.post(anna.id(), "Über 🐦 #birds https://example.org/a");
    JsonNode record = posts(post).path(0).path("record");
    byte[] text = record.path("text").asString().getBytes(StandardCharsets.UTF_8);
    List<String> parts = new ArrayList<>();
    for (JsonNode facet : record.path("facets")) {
      int start = facet.path("index").path("byteStart").asInt();
      parts.add(new String(text, start, facet.path("index").path("byteEnd").asInt() - start, StandardCharsets.UTF_8));
    }
    assertThat(parts).containsExactly("#birds", "example.org/a");
  }

  @Test
  void lookup_leavesOutWhatIsGone_andCollapsesDuplicates() throws Exception {
    Post seen = world.post(anna.id(), "seen");
    Post deleted = world.post(anna.id(), "deleted");
    Post hidden = world.post(ben.id(), "hidden");
    world.delete(deleted.id());
    world.suspend(ben.id());
    assertThat(posts(seen, deleted, hidden, seen)).hasSize(1);
    failed("app.bsky.feed.getPostThread", "uri=" + encoded(Names.uri(deleted)), "NotFound");
    failed("app.bsky.actor.getProfile", "actor=ben.bsky.social", "AccountTakedown");
    failed("app.bsky.actor.getProfile", "actor=nobody.bsky.social", "InvalidRequest");
    failed("com.atproto.repo.getRecord", "repo=" + Names.did(anna.id()) + "&collection=app.bsky.feed.post&rkey=x",
        "RecordNotFound");
    JsonNode status = call("com.atproto.sync.getRepoStatus", "did=" + Names.did(ben.id()));
    assertThat(status.path("active").asBoolean()).isFalse();
    assertThat(status.path("status").asString()).isEqualTo("takendown");
    world.protect(anna.id());
    failed("app.bsky.actor.getProfile", "actor=" + Names.did(anna.id()), "AccountDeactivated");
  }

  @Test
  void edit_keepsTheAddressAndTheNumbers_withAnotherContent() throws Exception {
    Post post = world.post(anna.id(), "first");
    world.engagement(post.id(), new Engagement(3, 5, 1, 2, 100, 4));
    JsonNode before = posts(post).path(0);
    world.edit(post.id(), "second");
    JsonNode after = posts(post).path(0);
    assertThat(after.path("uri")).isEqualTo(before.path("uri"));
    assertThat(after.path("cid")).isNotEqualTo(before.path("cid"));
    assertThat(after.path("record").path("text").asString()).isEqualTo("second");
    assertThat(after.path("likeCount").asInt()).isEqualTo(5);
    assertThat(call("app.bsky.feed.getAuthorFeed", "actor=anna.bsky.social").path("feed")).hasSize(1);
  }

  @Test
  void contentId_staysWhenOthersChange() throws Exception {
    Post post = world.post(anna.id(), "to @Ben");
    Post reply = world.post(ben.id(), NewPost.saying("@Anna yes").answering(post.id()));
    JsonNode before = posts(reply).path(0);
    clock.advance(Duration.ofMinutes(1));
    world.edit(post.id(), "to Ben and all");
    assertThat(posts(reply).path(0).path("cid")).isEqualTo(before.path("cid"));
  }

  @Test
  void limits_areKept() throws Exception {
    List<String> uris = IntStream.range(0, 26).mapToObj(i -> "uris=at://did:plc:x/y/" + i).toList();
    failed("app.bsky.feed.getPosts", String.join("&", uris), "InvalidRequest");
    failed("app.bsky.feed.getAuthorFeed", "actor=anna.bsky.social&limit=101", "InvalidRequest");
    failed("app.bsky.feed.getAuthorFeed", "limit=10", "InvalidRequest");
    failed("app.bsky.feed.getAuthorFeed", "actor=anna.bsky.social&cursor=x", "InvalidRequest");
    failed("app.bsky.feed.searchPosts", "q=%28a", "InvalidRequest");
    assertThat(client.plain("GET", "/xrpc/app.bsky.feed.getNonsense", "").status()).isEqualTo(501);
    Client.Answer answer = client.plain("GET", "/xrpc/com.atproto.identity.resolveHandle?handle=anna.bsky.social", "");
    assertThat(answer.header("ratelimit-policy")).isEqualTo("100;w=300");
    while (Integer.parseInt(answer.header("ratelimit-remaining")) > 0) {
      answer = client.plain("GET", "/xrpc/com.atproto.identity.resolveHandle?handle=anna.bsky.social", "");
      assertThat(answer.status()).isEqualTo(200);
    }
    Client.Answer refused = client.plain("GET", "/xrpc/app.bsky.actor.getProfile?actor=x", "");
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.json().path("error").asString()).isEqualTo("RateLimitExceeded");
    assertThat(Long.parseLong(refused.header("ratelimit-reset"))).isGreaterThan(clock.instant().getEpochSecond());
  }

  @Test
  void search_findsByWordTagAuthorAndTime() throws Exception {
    Post post = world.post(anna.id(), "uniqueword #Rare");
    world.post(ben.id(), NewPost.retweetOf(post.id()));
    for (String query : List.of("q=uniqueword", "q=%23rare", "q=uniqueword&author=anna.bsky.social",
        "q=uniqueword%20from:anna.bsky.social", "q=uniqueword&since=2026-03-10&until=2026-03-11T00:00:00Z")) {
      assertThat(call("app.bsky.feed.searchPosts", query).path("posts").path(0).path("uri").asString()).as(query)
          .isEqualTo(Names.uri(post));
    }
    assertThat(call("app.bsky.feed.searchPosts", "q=uniqueword&until=2026-03-10").path("posts")).isEmpty();
  }

  @Test
  void media_canBeFetched() throws Exception {
    Post post = world.post(anna.id(), NewPost.saying("look").withPhotos(2));
    JsonNode view = posts(post).path(0);
    for (JsonNode image : view.path("embed").path("images")) {
      for (String size : List.of("thumb", "fullsize")) {
        assertThat(client.send(HttpRequest.newBuilder(URI.create(image.path(size).asString())))
            .header("content-type")).isEqualTo("image/jpeg");
      }
    }
    assertThat(client.send(HttpRequest.newBuilder(URI.create(view.path("author").path("avatar").asString()))).status())
        .isEqualTo(200);
  }

  private JsonNode posts(Post... posts) throws Exception {
    StringBuilder uris = new StringBuilder();
    for (Post post : posts) {
      uris.append("&uris=").append(encoded(Names.uri(post)));
    }
    return call("app.bsky.feed.getPosts", uris.substring(1)).path("posts");
  }

  private void failed(String method, String query, String error) throws Exception {
    Client.Answer answer = client.plain("GET", "/xrpc/" + method + "?" + query, "");
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().path("error").asString()).isEqualTo(error);
  }

  private JsonNode call(String method, String query) throws Exception {
    Client.Answer answer = client.plain("GET", "/xrpc/" + method + "?" + query, "");
    assertThat(answer.status()).isEqualTo(200);
    return answer.json();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
