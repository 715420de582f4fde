package io.nuthatch.simulator.platform.twitter2;

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
import io.nuthatch.simulator.people.Snowflake;
import io.nuthatch.simulator.people.World;
import io.nuthatch.simulator.people.WorldSettings;
import io.nuthatch.simulator.platform.PlatformSettings;
import io.nuthatch.simulator.platform.PlatformSettings.Usage;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class TweetsTest {

  private static final String EVERYTHING = "tweet.fields=attachments,author_id,conversation_id,created_at,edit_controls,"
      + "entities,geo,in_reply_to_user_id,lang,possibly_sensitive,public_metrics,referenced_tweets,reply_settings,source"
      + "&user.fields=created_at,description,location,protected,public_metrics,verified"
      + "&media.fields=url,width,height,duration_ms,preview_image_url,variants"
      + "&expansions=author_id,in_reply_to_user_id,referenced_tweets.id,referenced_tweets.id.author_id,"
      + "attachments.media_keys,entities.mentions.username,edit_history_tweet_ids";

  private final HandClock clock = new HandClock("2026-03-10T12:00:00Z");
  private final World world = World.open(WorldSettings.defaults().withAccounts(60).withPostsPerDay(20), clock);
  private final SimulatedPlatforms platforms = SimulatedPlatforms.start(world, PlatformSettings.defaults());
  private final Client client = new Client(platforms, platforms.credentials(1).getFirst());
  private final Account anna = world.account("Anna");
  private final Account ben = world.account("Ben");

  @AfterEach
  void close() {
    platforms.close();
  }

  @Test
  void plainLookup_hasIdTextAndEditHistoryOnly() throws Exception {
    Post post = world.post(anna.id(), "hello");
    JsonNode data = client.get("/2/tweets?ids=" + post.id()).json();
    assertThat(data.propertyNames()).containsExactly("data");
    assertThat(data.path("data").path(0).propertyNames()).containsExactly("id", "text", "edit_history_tweet_ids");
  }

  @Test
  void missingAndHidden_areErrorsBesideTheData() throws Exception {
    Post seen = world.post(anna.id(), "seen");
    Post deleted = world.post(anna.id(), "deleted");
    Post hidden = world.post(ben.id(), "hidden");
    world.delete(deleted.id());
    world.protect(ben.id());
    JsonNode answer = client.get("/2/tweets?ids=" + seen.id() + "," + deleted.id() + "," + hidden.id()).json();
    assertThat(answer.path("data")).hasSize(1);
    JsonNode gone = answer.path("errors").path(0);
    assertThat(gone.path("resource_id").asString()).isEqualTo(Long.toString(deleted.id()));
    assertThat(gone.path("type").asString()).endsWith("/resource-not-found");
    assertThat(answer.path("errors").path(1).path("type").asString()).endsWith("/not-authorized-for-resource");
    JsonNode none = client.get("/2/tweets?ids=" + deleted.id()).json();
    assertThat(none.has("data")).isFalse();
    assertThat(none.path("errors")).hasSize(1);
    JsonNode single = client.get("/2/tweets/" + deleted.id()).json();
    assertThat(single.path("errors").path(0).path("parameter").asString()).isEqualTo("id");
  }

  @Test
  void everything_hasTheShapeOfTheGoldenFile() throws Exception {
    Post original = world.post(anna.id(),
        NewPost.saying("Look 🐦 at #birds with @Ben https://example.org/birds?x=1")
            .withPhotos(1)
            .at(new Post.Point(52.5, 13.4)));
    world.engagement(original.id(), new Engagement(3, 5, 1, 2, 100, 4));
    Post reply = world.post(ben.id(), NewPost.saying("@Anna which one?").answering(original.id()));
    Post answer = world.post(anna.id(), NewPost.saying("@Ben the blue one").answering(reply.id()));
    Post quote = world.post(ben.id(), NewPost.saying("see").quoting(original.id()));
    Post retweet = world.post(ben.id(), NewPost.retweetOf(original.id()));
    Post edited = world.edit(quote.id(), "see this");
    StringBuilder shapes = new StringBuilder();
    for (Post post : List.of(original, reply, answer, retweet, edited)) {
      shapes.append(Json.pretty(client.get("/2/tweets/" + post.id() + "?" + EVERYTHING).json())).append('\n');
    }
    Golden.check("tweet-v2.txt", shapes.toString());
  }

  @Test
  void edit_isANewIdInAChain() throws Exception {
    Post first = world.post(anna.id(), "first");
    Post second = world.edit(first.id(), "second");
    JsonNode data = client.get("/2/tweets?ids=" + first.id() + "," + second.id()).json().path("data");
    assertThat(data.path(0).path("text").asString()).isEqualTo("first");
    assertThat(data.path(1).path("text").asString()).isEqualTo("second");
    data.forEach(tweet -> {
      assertThat(tweet.path("edit_history_tweet_ids").path(0).asString()).isEqualTo(Long.toString(first.id()));
      assertThat(tweet.path("edit_history_tweet_ids").path(1).asString()).isEqualTo(Long.toString(second.id()));
    });
    assertThat(timeline(anna.id(), "")).containsExactly(second.id());
  }

  @Test
  void timeline_isCompleteOverItsPages() throws Exception {
    long account = world.accounts()
        .boxed()
        .max((a, b) -> Long.compare(world.now().posts(a, IdRange.ALL).count(),
            world.now().posts(b, IdRange.ALL).count()))
        .orElseThrow();
    List<Long> expected = world.now().posts(account, IdRange.ALL).map(Post::id).limit(3_200).toList();
    assertThat(expected).hasSizeGreaterThan(1_000);
    List<Long> seen = new ArrayList<>();
    String token = "";
    do {
      JsonNode page = client.get("/2/users/" + account + "/tweets?max_results=100" + token).json();
      page.path("data").forEach(tweet -> seen.add(tweet.path("id").asLong()));
      assertThat(page.path("meta").path("result_count").asInt()).isEqualTo(page.path("data").size());
      token = page.path("meta").has("next_token")
          ? "&pagination_token=" + page.path("meta").path("next_token").asString()
          : "";
    } while (!token.isEmpty());
    // Retweets of what has been deleted since count among the 3,200, though they are not shown.
    assertThat(seen).hasSizeGreaterThan(Math.min(expected.size(), 3_000) - 1)
        .isEqualTo(expected.subList(0, seen.size()));
  }

  @Test
  void timeline_obeysIdsTimesAndExclusions() throws Exception {
    Post first = world.post(anna.id(), "one");
    clock.advance(Duration.ofHours(1));
    Post second = world.post(anna.id(), NewPost.saying("@Ben two").answering(first.id()));
    clock.advance(Duration.ofHours(1));
    Post third = world.post(anna.id(), "three");
    assertThat(timeline(anna.id(), "?since_id=" + first.id())).containsExactly(third.id(), second.id());
    assertThat(timeline(anna.id(), "?until_id=" + third.id())).containsExactly(second.id(), first.id());
    assertThat(timeline(anna.id(), "?start_time=2026-03-10T13:00:00Z&end_time=2026-03-10T14:00:00.000Z"))
        .containsExactly(second.id());
    assertThat(timeline(anna.id(), "?exclude=replies,retweets")).containsExactly(third.id(), first.id());
    assertThat(client.get("/2/users/" + ben.id() + "/tweets").json().path("meta").path("result_count").asInt())
        .isZero();
  }

  @Test
  void timelineOfSomeoneHiddenOrUnknown_isAnErrorEntry() throws Exception {
    world.protect(anna.id());
    assertThat(error("/2/users/" + anna.id() + "/tweets").path("type").asString())
        .endsWith("/not-authorized-for-resource");
    world.suspend(anna.id());
    assertThat(error("/2/users/" + anna.id() + "/tweets").path("detail").asString()).contains("suspended");
    assertThat(error("/2/users/5/tweets").path("detail").asString()).isEqualTo("Could not find user with id: [5].");
  }

  @Test
  void recentSearch_pagesThroughSevenDays() throws Exception {
    for (int i = 0; i < 25; i++) {
      world.post(anna.id(), "uniqueword " + i);
    }
    List<String> texts = new ArrayList<>();
    String token = "";
    do {
      JsonNode page = client.get("/2/tweets/search/recent?query=uniqueword%20from:anna&max_results=10" + token).json();
      page.path("data").forEach(tweet -> texts.add(tweet.path("text").asString()));
      token = page.path("meta").has("next_token")
          ? "&next_token=" + page.path("meta").path("next_token").asString()
          : "";
    } while (!token.isEmpty());
    assertThat(texts).isEqualTo(IntStream.range(0, 25).mapToObj(i -> "uniqueword " + i).toList().reversed());
  }

  @Test
  void searchFromBeforeItsWindow_isAnError() throws Exception {
    String search = "/2/tweets/search/recent?query=a";
    long old = Snowflake.first(clock.instant().minus(Duration.ofDays(8)));
    assertThat(client.get(search + "&since_id=" + old).status()).isEqualTo(400);
    assertThat(client.get(search + "&start_time=2026-03-01T00:00:00Z").status()).isEqualTo(400);
    assertThat(client.get(search + "&start_time=2026-03-04T00:00:00Z").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/2/tweets", "/2/tweets?ids=", "/2/tweets?ids=abc", "/2/tweets?ids=1&tweet.fields=colour",
      "/2/tweets?ids=1&expansions=magic", "/2/tweets/abc", "/2/users/1/tweets?max_results=4",
      "/2/users/1/tweets?max_results=101", "/2/users/1/tweets?pagination_token=nonsense",
      "/2/users/1/tweets?start_time=yesterday", "/2/users/1/tweets?since_id=x", "/2/tweets/search/recent",
      "/2/tweets/search/recent?query=%28a", "/2/tweets/search/recent?query=is:retweet",
      "/2/tweets/search/recent?query=a&max_results=9", "/2/users/by?usernames=", "/2/users?ids="})
  void wrongParameter_isAnInvalidRequest(String path) throws Exception {
    Client.Answer answer = client.get(path);
    assertThat(answer.status()).isEqualTo(400);
    JsonNode problem = answer.json();
    assertThat(problem.path("type").asString()).isEqualTo("https://api.twitter.com/2/problems/invalid-request");
    assertThat(problem.path("errors").path(0).path("message").asString()).isNotBlank();
  }

  @Test
  void moreThanHundredIds_areRefused() throws Exception {
    String many = String.join(",", IntStream.rangeClosed(1, 101).mapToObj(Integer::toString).toList());
    assertThat(client.get("/2/tweets?ids=" + many).status()).isEqualTo(400);
  }

  @Test
  void users_areFoundByIdAndName() throws Exception {
    world.suspend(ben.id());
    assertThat(client.get("/2/users/" + anna.id()).json().path("data").propertyNames()).containsExactly("id", "name",
        "username");
    assertThat(client.get("/2/users/by/username/anna?user.fields=public_metrics,protected")
        .json()
        .path("data")
        .path("public_metrics")
        .has("tweet_count")).isTrue();
    JsonNode several = client.get("/2/users/by?usernames=anna,ben,nobody").json();
    assertThat(several.path("data")).hasSize(1);
    assertThat(several.path("errors").path(0).path("detail").asString()).isEqualTo("User has been suspended: [ben].");
    assertThat(several.path("errors").path(1).path("detail").asString())
        .isEqualTo("Could not find user with usernames: [nobody].");
    assertThat(client.get("/2/users?ids=" + anna.id() + ",5").json().path("errors")).hasSize(1);
    assertThat(error("/2/users/by/username/nobody").path("parameter").asString()).isEqualTo("username");
  }

  @Test
  void aPost_isBilledOncePerUtcDay() throws Exception {
    Post one = world.post(anna.id(), "one");
    Post two = world.post(anna.id(), "two");
    for (int i = 0; i < 3; i++) {
      client.get("/2/tweets?ids=" + one.id() + "," + two.id());
    }
    client.get("/2/tweets/" + one.id());
    LocalDate day = LocalDate.parse("2026-03-10");
    assertThat(platforms.usage().billed("credential-1", day)).isEqualTo(2);
    clock.advance(Duration.ofHours(12));
    client.get("/2/tweets/" + one.id());
    assertThat(platforms.usage().billed("credential-1", day)).isEqualTo(2);
    assertThat(platforms.usage().billed("credential-1", day.plusDays(1))).isEqualTo(1);
  }

  @Test
  void usageCap_isA429OfItsOwnKind() throws Exception {
    World small = World.open(WorldSettings.defaults().withAccounts(0), clock);
    long author = small.account("Carl").id();
    try (var capped = SimulatedPlatforms.start(small, PlatformSettings.defaults().withUsage(new Usage(3, 5)))) {
      Client caller = new Client(capped, capped.credentials(1).getFirst());
      for (int i = 0; i < 3; i++) {
        assertThat(caller.get("/2/tweets/" + small.post(author, "post " + i).id()).status()).isEqualTo(200);
      }
      Client.Answer refused = caller.get("/2/tweets/1");
      assertThat(refused.status()).isEqualTo(429);
      JsonNode problem = refused.json();
      assertThat(problem.path("type").asString()).endsWith("/usage-capped");
      assertThat(problem.path("period").asString()).isEqualTo("Daily");
      assertThat(caller.get("/2/users/" + author).status()).as("users are not posts").isEqualTo(200);
      clock.advance(Duration.ofDays(1));
      for (int i = 0; i < 2; i++) {
        assertThat(caller.get("/2/tweets/" + small.post(author, "more " + i).id()).status()).isEqualTo(200);
      }
      assertThat(caller.get("/2/tweets/1").json().path("period").asString()).isEqualTo("Monthly");
      clock.advance(Duration.ofDays(31));
      assertThat(caller.get("/2/tweets/1").status()).isEqualTo(200);
    }
  }

  private JsonNode error(String path) throws Exception {
    Client.Answer answer = client.get(path);
    assertThat(answer.status()).isEqualTo(200);
    return answer.json().path("errors").path(0);
  }

  private List<Long> timeline(long account, String query) throws Exception {
    List<Long> ids = new ArrayList<>();
    client.get("/2/users/" + account + "/tweets" + query)
        .json()
        .path("data")
        .forEach(tweet -> ids.add(tweet.path("id").asLong()));
    return ids;
  }
}
