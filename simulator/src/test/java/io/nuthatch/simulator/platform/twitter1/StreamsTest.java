package io.nuthatch.simulator.platform.twitter1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.nuthatch.model.Json;
import io.nuthatch.simulator.Client;
import io.nuthatch.simulator.HandClock;
import io.nuthatch.simulator.Lines;
import io.nuthatch.simulator.SimulatedPlatforms;
import io.nuthatch.simulator.faults.Fault;
import io.nuthatch.simulator.faults.FaultRule;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.NewPost;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.people.World;
import io.nuthatch.simulator.people.WorldSettings;
import io.nuthatch.simulator.platform.Connections.Ending;
import io.nuthatch.simulator.platform.Links;
import io.nuthatch.simulator.platform.Parameters;
import io.nuthatch.simulator.platform.PlatformSettings;
import io.nuthatch.simulator.platform.PlatformSettings.Streams;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class StreamsTest {

  private static final String FILTER = "/1.1/statuses/filter.json";
  private static final String SAMPLE = "/1.1/statuses/sample.json";
  private static final Streams QUICK = Streams.USUAL.withKeepAlive(Duration.ofMillis(100))
      .withStall(Duration.ofSeconds(1))
      .withConnects(4);

  private final HandClock clock = new HandClock("2026-03-10T12:00:00Z");
  private final World world = World.open(WorldSettings.defaults().withAccounts(100), clock);
  private final SimulatedPlatforms platforms = SimulatedPlatforms.start(world,
      PlatformSettings.defaults().withStreams(QUICK));
  private final Client client = new Client(platforms, platforms.credentials(1).getFirst());
  private final Account anna = world.account("Anna");
  private final Account ben = world.account("Ben");

  @AfterEach
  void close() {
    platforms.close();
  }

  @Test
  void filter_deliversMatchesAndDeletionsOfThem() throws Exception {
    try (Lines lines = filter("track=nuthatch,red%20kite&follow=" + ben.id())) {
      world.post(anna.id(), "a red car");
      Post first = world.post(anna.id(), "a kite, all red");
      Post second = world.post(anna.id(), "#Nuthatch!");
      Post third = world.post(ben.id(), "something else");
      Post fourth = world.post(anna.id(), NewPost.saying("@Ben yes").answering(third.id()));
      for (Post post : new Post[]{first, second, third, fourth}) {
        JsonNode tweet = lines.json();
        assertThat(tweet.path("id").asLong()).isEqualTo(post.id());
        assertThat(tweet.path("timestamp_ms").asString()).isEqualTo(Long.toString(post.createdAt().toEpochMilli()));
      }
      world.delete(second.id());
      JsonNode status = lines.json().path("delete").path("status");
      assertThat(status.path("id").asLong()).isEqualTo(second.id());
      assertThat(status.path("user_id_str").asString()).isEqualTo(Long.toString(anna.id()));
    }
  }

  @Test
  void longTweet_carriesItsWholeTextAside() throws Exception {
    try (Lines lines = filter("track=birds")) {
      world.post(anna.id(), "birds ".repeat(40));
      JsonNode tweet = lines.json();
      assertThat(tweet.path("truncated").asBoolean()).isTrue();
      assertThat(tweet.path("extended_tweet").path("full_text").asString()).hasSize(240);
    }
  }

  @Test
  void locations_letThroughWhatWasWrittenThere() throws Exception {
    try (Lines lines = filter("locations=13.0%2C52.3%2C13.8%2C52.7")) {
      world.post(anna.id(), NewPost.saying("Paris").at(new Post.Point(48.85, 2.35)));
      Post berlin = world.post(anna.id(), NewPost.saying("Berlin").at(new Post.Point(52.52, 13.4)));
      assertThat(lines.json().path("id").asLong()).isEqualTo(berlin.id());
    }
  }

  @Test
  void computedPosts_comeAsTimePasses() throws Exception {
    String everyone = world.accounts().mapToObj(Long::toString).reduce((a, b) -> a + "," + b).orElseThrow();
    try (Lines lines = filter("follow=" + everyone)) {
      clock.advance(Duration.ofHours(3));
      Set<Long> seen = new HashSet<>();
      Post last = world.post(world.accounts().findFirst().orElseThrow(), "last");
      for (long id = 0; id != last.id();) {
        JsonNode message = lines.json();
        id = message.path("id").asLong();
        assertThat(message.has("delete") || seen.add(id)).isTrue();
      }
      assertThat(seen).hasSizeGreaterThan(20);
    }
  }

  @Test
  void silence_isFilledWithBlankLines() throws Exception {
    try (Lines lines = filter("track=nothing")) {
      assertThat(lines.next()).isEmpty();
      assertThat(lines.next()).isEmpty();
    }
  }

  @Test
  void delimitedByLength_saysHowManyBytesFollow() throws Exception {
    HttpResponse<InputStream> response = client.stream("POST", FILTER, "track=wren&delimited=length");
    world.post(anna.id(), "wren 🐦");
    try (InputStream in = response.body()) {
      StringBuilder digits = new StringBuilder();
      while (!digits.toString().endsWith("\n")) {
        int next = in.read();
        digits.append(digits.isEmpty() && Character.isWhitespace(next) ? "" : (char) next);
      }
      byte[] message = in.readNBytes(Integer.parseInt(digits.toString().strip()));
      assertThat(new String(message, StandardCharsets.UTF_8)).endsWith("}\r\n");
      assertThat(Json.read(message, JsonNode.class).path("text").asString()).isEqualTo("wren 🐦");
    }
  }

  @Test
  void secondStreamOfACredential_endsTheFirst() throws Exception {
    try (Lines first = filter("track=a"); Lines second = filter("track=b")) {
      JsonNode goodbye = first.json().path("disconnect");
      assertThat(goodbye.path("code").asInt()).isEqualTo(7);
      assertThat(goodbye.path("reason").asString()).isEqualTo("admin logout");
      assertThat(first.message()).isEqualTo(Lines.END);
      world.post(anna.id(), "b");
      assertThat(second.json().path("text").asString()).isEqualTo("b");
    }
  }

  @Test
  void revokedCredentialAndShutdown_endStreamsWithTheirCodes() throws Exception {
    try (Lines lines = filter("track=a")) {
      platforms.credentials().revoke("credential-1");
      assertThat(lines.json().path("disconnect").path("code").asInt()).isEqualTo(6);
      platforms.credentials().add(platforms.credentials(1).getFirst());
    }
    try (Lines lines = filter("track=a")) {
      platforms.streams().endAll(Ending.SHUTDOWN);
      assertThat(lines.json().path("disconnect").path("code").asInt()).isEqualTo(1);
    }
  }

  @Test
  void connectingTooOften_is420UntilTheMinuteIsOver() throws Exception {
    for (int i = 0; i < 4; i++) {
      filter("track=a").close();
    }
    HttpResponse<InputStream> refused = client.stream("POST", FILTER, "track=a");
    assertThat(refused.statusCode()).isEqualTo(420);
    assertThat(refused.headers().firstValue("x-rate-limit-limit")).isEmpty();
    clock.advance(Duration.ofMinutes(1));
    filter("track=a").close();
  }

  @Test
  void tooManyPosts_areCountedAsUndelivered() throws Exception {
    World busy = World.open(WorldSettings.defaults().withAccounts(0), clock);
    try (var few = SimulatedPlatforms.start(busy, PlatformSettings.defaults().withStreams(QUICK.withDeliveries(5)))) {
      long author = busy.account("Carl").id();
      HttpResponse<InputStream> response = new Client(few, few.credentials(1).getFirst()).stream("POST", FILTER,
          "track=flood");
      try (Lines lines = new Lines(response.body())) {
        for (int i = 0; i < 50; i++) {
          busy.post(author, "flood " + i);
        }
        int tweets = 0;
        JsonNode message = lines.json();
        while (!message.has("limit")) {
          tweets++;
          message = lines.json();
        }
        assertThat(tweets).isBetween(5, 10);
        long undelivered = message.path("limit").path("track").asLong();
        assertThat(undelivered).isBetween(1L, 45L);
      }
    }
  }

  @Test
  void clientThatReadsTooSlowly_isWarned_andOneThatDoesNotReadIsCutOff() throws Exception {
    World busy = World.open(WorldSettings.defaults().withAccounts(300).withPostsPerDay(200), clock);
    try (var fast = SimulatedPlatforms.start(busy, PlatformSettings.defaults().withStreams(QUICK))) {
      Client reader = new Client(fast, fast.credentials(1).getFirst());
      HttpResponse<InputStream> response = reader.stream("POST", FILTER, "track=the,de,y,und,e,o&stall_warnings=true");
      clock.advance(Duration.ofHours(20));
      await().atMost(Duration.ofSeconds(20)).until(() -> fast.streams().all().isEmpty());
      byte[] received = response.body().readNBytes(1_000_000);
      assertThat(received).as("what was in the buffers is still there").hasSizeGreaterThan(100_000);
      response.body().close();
    }
  }

  @Test
  void warning_isWordedAsTheClientExpects() {
    var quiet = new StreamVoice(world, (post, moment) -> true, "s", Parameters.NONE, Links.AS_WRITTEN);
    assertThat(quiet.fallingBehind(70)).isEmpty();
    var loud = new StreamVoice(world, (post, moment) -> true, "s", Parameters.parse("stall_warnings=true"),
        Links.AS_WRITTEN);
    JsonNode warning = Json.read(loud.fallingBehind(70).orElseThrow(), JsonNode.class).path("warning");
    assertThat(warning.path("code").asString()).isEqualTo("FALLING_BEHIND");
    assertThat(warning.path("percent_full").asInt()).isEqualTo(70);
  }

  @Test
  void sample_isTheSameShareOfAllPostsForEveryone() throws Exception {
    Client other = new Client(platforms, platforms.credentials(2).get(1));
    try (Lines one = new Lines(client.stream("GET", SAMPLE, "").body());
        Lines two = new Lines(other.stream("GET", SAMPLE, "").body())) {
      clock.advance(Duration.ofHours(6));
      for (int i = 0; i < 5; i++) {
        assertThat(one.message()).isEqualTo(two.message());
      }
    }
  }

  @Test
  void filterWithoutParameters_is406_andTooManyAre413() throws Exception {
    assertThat(client.signed("POST", FILTER, "").status()).isEqualTo(406);
    assertThat(client.signed("POST", FILTER, "follow=anna").status()).isEqualTo(406);
    assertThat(client.signed("POST", FILTER, "locations=1,2,3").status()).isEqualTo(406);
    StringBuilder many = new StringBuilder("w0");
    for (int i = 1; i <= 400; i++) {
      many.append(",w").append(i);
    }
    assertThat(client.signed("POST", FILTER, "track=" + many).status()).isEqualTo(413);
  }

  @Test
  void faults_silenceOrCutAStream() throws Exception {
    platforms.faults().add(FaultRule.next(1, FILTER, new Fault.Silence()));
    HttpResponse<InputStream> silent = client.stream("POST", FILTER, "track=a");
    try (Lines lines = new Lines(silent.body())) {
      world.post(anna.id(), "a");
      platforms.streams().endAll(Ending.SHUTDOWN);
      assertThat(lines.message()).isEqualTo(Lines.END);
    }
    platforms.faults().add(FaultRule.next(1, FILTER, new Fault.Drop(500)));
    try (Lines lines = filter("track=a")) {
      world.post(anna.id(), "a");
      assertThat(lines.message()).as("the connection breaks, the stream does not end")
          .startsWith("<")
          .isNotEqualTo(Lines.END);
    }
  }

  private Lines filter(String parameters) throws Exception {
    HttpResponse<InputStream> response = client.stream("POST", FILTER, parameters);
    assertThat(response.statusCode()).isEqualTo(200);
    return new Lines(response.body());
  }
}
