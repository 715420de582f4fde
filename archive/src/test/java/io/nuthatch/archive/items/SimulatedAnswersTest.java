package io.nuthatch.archive.items;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.model.Post;
import io.nuthatch.simulator.SimulatedPlatforms;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.NewPost;
import io.nuthatch.simulator.people.World;
import io.nuthatch.simulator.people.WorldSettings;
import io.nuthatch.simulator.people.WorldSettings.Upheaval;
import io.nuthatch.simulator.platform.Credential;
import io.nuthatch.simulator.platform.PlatformSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Both versions of Twitter tell the same posts, and every answer of every platform is read. */
class SimulatedAnswersTest {

  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final String FIELDS = "&expansions=author_id,referenced_tweets.id,referenced_tweets.id.author_id,"
      + "referenced_tweets.id.attachments.media_keys,attachments.media_keys&tweet.fields=attachments,author_id,"
      + "created_at,entities,lang,public_metrics,referenced_tweets&user.fields=name&media.fields=url,variants";
  private static final World WORLD = World.open(WorldSettings.defaults().withAccounts(100).withUpheaval(Upheaval.NONE),
      InstantSource.fixed(Instant.parse("2026-03-01T12:00:00Z")));
  private static final SimulatedPlatforms PLATFORMS = SimulatedPlatforms.start(WORLD, PlatformSettings.defaults());
  private static final Credential CREDENTIAL = PLATFORMS.credentials(1).getFirst();

  @AfterAll
  static void stop() {
    PLATFORMS.close();
  }

  private static List<Item> items(String path) {
    HttpRequest request = HttpRequest.newBuilder(URI.create(PLATFORMS.url() + path))
        .header("Authorization", "Bearer " + CREDENTIAL.bearerToken()).build();
    try {
      byte[] body = HTTP.send(request, HttpResponse.BodyHandlers.ofByteArray()).body();
      List<Item> items = new ArrayList<>();
      ItemReaders.Reading reading = ItemReaders.read(PLATFORMS.url() + path, new ByteArrayInputStream(body),
          items::add);
      assertThat(reading.unreadable()).isZero();
      return items;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static List<Post> posts(List<Item> items, String path) {
    ItemReader reader = ItemReaders.of(PLATFORMS.url() + path);
    assertThat(reader).isNotNull();
    return items.stream().map(item -> reader.posts(item).getFirst()).toList();
  }

  @Test
  void bothVersions_tellTheSamePosts() {
    long account = WORLD.accounts().skip(3).findFirst().orElseThrow();
    String v1 = "/1.1/statuses/user_timeline.json?tweet_mode=extended&count=100&user_id=" + account;
    String v2 = "/2/users/" + account + "/tweets?max_results=100" + FIELDS;
    List<Post> first = posts(items(v1), v1);
    List<Post> second = posts(items(v2), v2);

    assertThat(first).hasSize(100);
    for (int i = 0; i < 100; i++) {
      Post one = first.get(i);
      Post other = second.get(i);
      assertThat(other.name()).isEqualTo(one.name());
      assertThat(other.author()).isEqualTo(one.author());
      assertThat(other.wording()).isEqualTo(one.wording());
      assertThat(other.relations()).isEqualTo(one.relations());
      assertThat(other.attachments()).isEqualTo(one.attachments());
      assertThat(other.counters().likes()).isEqualTo(one.counters().likes());
      assertThat(other.createdAt().getEpochSecond()).isEqualTo(one.createdAt().getEpochSecond());
    }
    assertThat(first).anyMatch(post -> post.relations().repostOf() != null)
        .anyMatch(post -> post.relations().replyTo() != null).anyMatch(post -> post.relations().quoteOf() != null)
        .anyMatch(post -> !post.attachments().media().isEmpty());
  }

  @Test
  void everyAnswerWithPosts_isRead() {
    Account anna = WORLD.account("Anna");
    long id = WORLD.post(anna.id(), NewPost.saying("kookaburra #birds").withPhotos(2)).id();

    for (String path : List.of("/1.1/statuses/lookup.json?id=" + id, "/1.1/statuses/lookup.json?map=true&id=1," + id,
        "/1.1/statuses/show.json?id=" + id, "/1.1/search/tweets.json?q=kookaburra",
        "/1.1/statuses/user_timeline.json?screen_name=Anna", "/2/tweets?ids=1," + id + FIELDS,
        "/2/tweets/" + id + "?x=1" + FIELDS, "/2/tweets/search/recent?query=kookaburra" + FIELDS)) {
      List<Item> items = items(path);
      assertThat(items).as(path).singleElement()
          .satisfies(item -> assertThat(item.name().nativeId()).isEqualTo(Long.toString(id)));
      assertThat(posts(items, path).getFirst().wording().tags()).as(path).containsExactly("birds");
      assertThat(posts(items, path).getFirst().attachments().media()).as(path).hasSize(2);
    }
    String flickr = "/services/rest/?format=json&nojsoncallback=1&api_key=" + CREDENTIAL.consumerKey() + "&photo_id="
        + id + "&method=flickr.photos.";
    assertThat(posts(items(flickr + "getInfo"), flickr + "getInfo").getFirst().author().handle()).isEqualTo("Anna");
    assertThat(items(flickr + "getSizes")).hasSize(1);
  }

  @Test
  void answersWithoutPosts_haveNoItems() {
    WORLD.account("Empty");
    for (String path : List.of("/1.1/users/show.json?screen_name=Empty", "/1.1/statuses/show.json?id=1",
        "/1.1/statuses/user_timeline.json?screen_name=nobody_at_all", "/1.1/search/tweets.json?q=",
        "/2/tweets?ids=1", "/2/tweets/search/recent?query=", "/2/users/by/username/Empty",
        "/2/tweets/search/stream/rules", "/services/rest/?format=json&nojsoncallback=1&method=flickr.photos.getInfo")) {
      assertThat(items(path)).as(path).isEmpty();
    }
  }
}
