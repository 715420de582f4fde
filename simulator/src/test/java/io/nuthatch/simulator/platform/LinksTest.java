package io.nuthatch.simulator.platform;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.simulator.Client;
import io.nuthatch.simulator.HandClock;
import io.nuthatch.simulator.SimulatedPlatforms;
import io.nuthatch.simulator.people.World;
import io.nuthatch.simulator.people.WorldSettings;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Addresses in tweets that lead to the small web. */
class LinksTest {

  private final HandClock clock = new HandClock("2026-03-10T12:00:00Z");
  private final World world = World.open(WorldSettings.defaults().withAccounts(60).withPostsPerDay(20), clock);
  private final SimulatedPlatforms platforms = SimulatedPlatforms.start(world,
      PlatformSettings.defaults().withLinksToWeb());
  private final Client client = new Client(platforms, platforms.credentials(1).getFirst());

  @AfterEach
  void close() {
    platforms.close();
  }

  @Test
  void everyAddressOfV1_canBeFetched_andStandsInTheTextWhereItSays() throws Exception {
    for (String mode : List.of("extended", "compat")) {
      List<String> seen = new ArrayList<>();
      for (JsonNode tweet : client
          .get("/1.1/search/tweets.json?q=has:links%20OR%20has:media%20OR%20the&count=100&tweet_mode=" + mode)
          .json()
          .path("statuses")) {
        String text = tweet.path(mode.equals("extended") ? "full_text" : "text").asString();
        for (JsonNode url : tweet.path("entities").path("urls")) {
          assertThat(between(text, url.path("indices"))).isEqualTo(url.path("url").asString());
          assertLeads(url.path("url").asString(), url.path("expanded_url").asString());
          seen.add(url.path("expanded_url").asString());
        }
        for (JsonNode tag : tweet.path("entities").path("hashtags")) {
          assertThat(between(text, tag.path("indices"))).isEqualTo("#" + tag.path("text").asString());
        }
        for (JsonNode media : tweet.path("extended_entities").path("media")) {
          assertThat(between(text, media.path("indices"))).isEqualTo(media.path("url").asString());
          assertLeads(media.path("url").asString(), media.path("expanded_url").asString());
          assertType(media.path("media_url_https").asString(), "image/jpeg");
          seen.add(media.path("media_url").asString());
        }
        JsonNode range = tweet.path("display_text_range");
        if (mode.equals("extended")) {
          assertThat(range.path(1).asInt()).isBetween(range.path(0).asInt(), text.codePointCount(0, text.length()));
        }
      }
      assertThat(seen).hasSizeGreaterThan(20).allMatch(url -> url.startsWith(platforms.baseUrl("web") + "/"));
    }
  }

  @Test
  void everyAddressOfV2_canBeFetched_andStandsInTheTextWhereItSays() throws Exception {
    JsonNode answer = client
        .get("/2/tweets/search/recent?query=the%20OR%20de&max_results=100&tweet.fields=entities&media.fields=url,"
            + "preview_image_url,variants&user.fields=profile_image_url&expansions=attachments.media_keys,author_id")
        .json();
    int links = 0;
    for (JsonNode tweet : answer.path("data")) {
      String text = tweet.path("text").asString();
      for (JsonNode url : tweet.path("entities").path("urls")) {
        assertThat(text.substring(text.offsetByCodePoints(0, url.path("start").asInt()),
            text.offsetByCodePoints(0, url.path("end").asInt()))).isEqualTo(url.path("url").asString());
        assertLeads(url.path("url").asString(), url.path("expanded_url").asString());
        links++;
      }
    }
    assertThat(links).isGreaterThan(10);
    for (JsonNode media : answer.path("includes").path("media")) {
      assertType(media.path(media.has("url") ? "url" : "preview_image_url").asString(), "image/jpeg");
      for (JsonNode variant : media.path("variants")) {
        assertType(variant.path("url").asString(), "video/mp4");
      }
    }
    assertType(answer.path("includes").path("users").path(0).path("profile_image_url").asString(), "image/jpeg");
  }

  private void assertLeads(String from, String to) throws Exception {
    Client.Answer answer = client.send(HttpRequest.newBuilder(URI.create(from)));
    assertThat(answer.status()).isEqualTo(301);
    assertThat(answer.header("location")).isEqualTo(to);
    assertThat(client.send(HttpRequest.newBuilder(URI.create(to)).HEAD()).status()).isEqualTo(200);
  }

  private void assertType(String url, String type) throws Exception {
    assertThat(client.send(HttpRequest.newBuilder(URI.create(url)).HEAD()).header("content-type")).isEqualTo(type);
  }

  private static String between(String text, JsonNode indices) {
    return text.substring(text.offsetByCodePoints(0, indices.path(0).asInt()),
        text.offsetByCodePoints(0, indices.path(1).asInt()));
  }
}
