package io.nuthatch.simulator.platform.twitter1;

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
import io.nuthatch.simulator.people.WorldSettings.Upheaval;
import io.nuthatch.simulator.platform.PlatformSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class StatusesTest {

  private static final String LOOKUP = "/1.1/statuses/lookup.json";
  private static final String TIMELINE = "/1.1/statuses/user_timeline.json";

  private final HandClock clock = new HandClock("2026-03-10T12:00:00Z");
  private final World world = World
      .open(WorldSettings.defaults().withAccounts(20).withPostsPerDay(60).withUpheaval(Upheaval.NONE), clock);
  private final SimulatedPlatforms platforms = SimulatedPlatforms.start(world, PlatformSettings.defaults());
  private final Client client = new Client(platforms, platforms.credentials(1).getFirst());
  private final Account anna = world.account("Anna");
  private final Account ben = world.account("Ben");

  @AfterEach
  void close() {
    platforms.close();
  }

  @Test
  void lookup_answersWhatCanBeSeen_andTheRestIsSilentlyAbsent() throws Exception {
    Post seen = world.post(anna.id(), "seen");
    Post deleted = world.post(anna.id(), "deleted");
    Post hidden = world.post(ben.id(), "hidden");
    world.delete(deleted.id());
    world.protect(ben.id());
    String ids = seen.id() + "," + deleted.id() + "," + hidden.id() + ",17,abc," + seen.id();
    JsonNode found = client.get(LOOKUP + "?id=" + ids).json();
    assertThat(found).hasSize(1);
    assertThat(found.path(0).path("id").asLong()).isEqualTo(seen.id());
    JsonNode map = client.signed("POST", LOOKUP, "map=true&id=" + ids.replace(",", "%2C")).json().path("id");
    assertThat(map.propertyNames()).containsExactly(Long.toString(seen.id()), Long.toString(deleted.id()),
        Long.toString(hidden.id()), "17", "abc");
    assertThat(map.path(Long.toString(seen.id())).path("text").asString()).isEqualTo("seen");
    assertThat(map.path(Long.toString(deleted.id())).isNull()).isTrue();
    assertThat(client.get(LOOKUP + "?id=17").text()).isEqualTo("[]");
  }

  @Test
  void moreThanHundredIds_areTooMany() throws Exception {
    String hundred = String.join(",", IntStream.rangeClosed(1, 100).mapToObj(Integer::toString).toList());
    assertThat(client.get(LOOKUP + "?id=" + hundred).status()).isEqualTo(200);
    Client.Answer refused = client.get(LOOKUP + "?id=" + hundred + ",101");
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.json().path("errors").path(0).path("code").asInt()).isEqualTo(18);
    assertThat(client.get(LOOKUP).status()).isEqualTo(403);
  }

  @Test
  void tweet_hasTheShapeOfTheGoldenFile() throws Exception {
    Post original = world.post(anna.id(),
        NewPost.saying("Look 🐦 at #birds with @Ben https://example.org/birds?x=1&y=2").withPhotos(2));
    world.engagement(original.id(), new Engagement(3, 5, 1, 2, 100, 4));
    Post quote = world.post(ben.id(), NewPost.saying("so true").quoting(original.id()));
    Post reply = world.post(ben.id(), NewPost.saying("@Anna which one?").answering(original.id()));
    Post retweet = world.post(ben.id(), NewPost.retweetOf(original.id()));
    Post longest = world.post(anna.id(), NewPost.saying("word ".repeat(40) + "#end https://example.org/end"));
    StringBuilder shapes = new StringBuilder();
    for (String mode : List.of("", "&tweet_mode=extended", "&trim_user=true&include_entities=false")) {
      for (Post post : List.of(original, quote, reply, retweet, longest)) {
        JsonNode tweet = client.get("/1.1/statuses/show.json?id=" + post.id() + mode).json();
        shapes.append(post.kind()).append(mode).append('\n').append(Json.pretty(tweet)).append('\n');
      }
    }
    Golden.check("tweet-v1.txt", shapes.toString());
  }

  @Test
  void indices_countCodePointsOfTheTextTheyComeWith() throws Exception {
    Account busiest = world.now().account(world.accounts().findFirst().orElseThrow()).orElseThrow();
    for (String mode : List.of("", "&tweet_mode=extended")) {
      JsonNode page = client.get(TIMELINE + "?count=200&user_id=" + busiest.id() + mode).json();
      assertThat(page).hasSizeGreaterThan(50);
      for (JsonNode tweet : page) {
        checkEntities(tweet);
        if (tweet.has("retweeted_status")) {
          checkEntities(tweet.path("retweeted_status"));
          assertThat(tweet.path(mode.isEmpty() ? "text" : "full_text").asString())
              .startsWith("RT @" + tweet.path("retweeted_status").path("user").path("screen_name").asString() + ": ");
        }
        if (mode.isEmpty()) {
          String text = tweet.path("text").asString();
          assertThat(text.codePointCount(0, text.length())).isLessThanOrEqualTo(140);
        }
      }
    }
  }

  @Test
  void timeline_isCompleteOverItsPages() throws Exception {
    long account = busiest();
    List<Long> expected = world.now().posts(account, IdRange.ALL).map(Post::id).limit(3_200).toList();
    assertThat(expected).hasSize(3_200);
    List<Long> seen = new ArrayList<>();
    long max = Long.MAX_VALUE;
    for (JsonNode page = page(account, max); !page.isEmpty(); page = page(account, max)) {
      page.forEach(tweet -> seen.add(tweet.path("id").asLong()));
      max = seen.getLast() - 1;
    }
    assertThat(seen).isEqualTo(expected);
  }

  @Test
  void timeline_obeysSinceAndMaxAndCount() throws Exception {
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      ids.add(world.post(anna.id(), "post " + i).id());
    }
    assertThat(ids("user_id=" + anna.id())).isEqualTo(ids.reversed());
    assertThat(ids("screen_name=anna&since_id=" + ids.get(6))).containsExactly(ids.get(9), ids.get(8), ids.get(7));
    assertThat(ids("screen_name=ANNA&max_id=" + ids.get(1))).as("max_id is inclusive")
        .containsExactly(ids.get(1), ids.get(0));
    assertThat(ids("screen_name=Anna&count=2&max_id=" + ids.get(5))).containsExactly(ids.get(5), ids.get(4));
  }

  @Test
  void unwantedRepliesAndRetweets_areTakenOutOfThePage() throws Exception {
    Post original = world.post(anna.id(), "original");
    world.post(ben.id(), NewPost.saying("@Anna yes").answering(original.id()));
    world.post(ben.id(), NewPost.retweetOf(original.id()));
    Post own = world.post(ben.id(), "own");
    assertThat(ids("user_id=" + ben.id())).hasSize(3);
    assertThat(ids("user_id=" + ben.id() + "&exclude_replies=true&include_rts=false")).containsExactly(own.id());
    assertThat(ids("user_id=" + ben.id() + "&count=1&include_rts=false")).containsExactly(own.id());
    assertThat(ids("user_id=" + ben.id() + "&count=2&include_rts=false")).as("a page is not refilled")
        .containsExactly(own.id());
  }

  @Test
  void protectedIs401_suspendedAndUnknownAre404() throws Exception {
    world.protect(anna.id());
    Client.Answer hidden = client.get(TIMELINE + "?user_id=" + anna.id());
    assertThat(hidden.status()).isEqualTo(401);
    JsonNode old = hidden.json();
    assertThat(old.path("error").asString()).isEqualTo("Not authorized.");
    assertThat(old.path("request").asString()).isEqualTo(TIMELINE);
    world.suspend(anna.id());
    Client.Answer suspended = client.get(TIMELINE + "?user_id=" + anna.id());
    assertThat(suspended.status()).isEqualTo(404);
    assertThat(suspended.json().path("errors").path(0).path("code").asInt()).isEqualTo(34);
    assertThat(client.get(TIMELINE + "?screen_name=nobody").status()).isEqualTo(404);
  }

  @Test
  void show_saysWhyATweetCannotBeSeen() throws Exception {
    Post post = world.post(anna.id(), "text");
    world.protect(anna.id());
    refused(post.id(), 403, 179);
    world.suspend(anna.id());
    refused(post.id(), 403, 63);
    world.restore(anna.id());
    assertThat(client.get("/1.1/statuses/show.json?id=" + post.id()).status()).isEqualTo(200);
    world.delete(post.id());
    refused(post.id(), 404, 144);
  }

  @Test
  void quoteOfADeletedTweet_keepsItsIdWithoutIt() throws Exception {
    Post original = world.post(anna.id(), "original");
    Post quote = world.post(ben.id(), NewPost.saying("see").quoting(original.id()));
    world.delete(original.id());
    JsonNode tweet = client.get("/1.1/statuses/show.json?id=" + quote.id()).json();
    assertThat(tweet.path("quoted_status_id").asLong()).isEqualTo(original.id());
    assertThat(tweet.has("quoted_status")).isFalse();
  }

  private void refused(long id, int status, int code) throws Exception {
    Client.Answer answer = client.get("/1.1/statuses/show.json?id=" + id);
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.json().path("errors").path(0).path("code").asInt()).isEqualTo(code);
  }

  private long busiest() {
    return world.accounts()
        .boxed()
        .max((a, b) -> Long.compare(world.now().nthNewest(a, 3_400), world.now().nthNewest(b, 3_400)))
        .orElseThrow();
  }

  private JsonNode page(long account, long max) throws Exception {
    return client.get(TIMELINE + "?count=200&trim_user=true&user_id=" + account + "&max_id=" + max).json();
  }

  private List<Long> ids(String query) throws Exception {
    List<Long> ids = new ArrayList<>();
    client.get(TIMELINE + "?" + query).json().forEach(tweet -> ids.add(tweet.path("id").asLong()));
    return ids;
  }

  private static void checkEntities(JsonNode tweet) {
    String text = tweet.path(tweet.has("text") ? "text" : "full_text").asString();
    tweet.path("entities")
        .path("hashtags")
        .forEach(tag -> assertThat(part(text, tag)).isEqualTo("#" + tag.path("text").asString()));
    tweet.path("entities")
        .path("user_mentions")
        .forEach(mention -> assertThat(part(text, mention)).isEqualTo("@" + mention.path("screen_name").asString()));
    tweet.path("entities")
        .path("urls")
        .forEach(url -> assertThat(part(text, url)).isEqualTo(url.path("url").asString()));
    tweet.path("extended_entities")
        .path("media")
        .forEach(media -> assertThat(part(text, media)).isEqualTo(media.path("url").asString()));
  }

  private static String part(String text, JsonNode entity) {
    int start = text.offsetByCodePoints(0, entity.path("indices").path(0).asInt());
    int end = text.offsetByCodePoints(0, entity.path("indices").path(1).asInt());
    return text.substring(start, end);
  }
}
