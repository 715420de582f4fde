package io.nuthatch.archive.items.twitter2;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.archive.items.Item;
import io.nuthatch.archive.items.ItemReader.Layout;
import io.nuthatch.model.AccountName;
import io.nuthatch.model.Counters;
import io.nuthatch.model.Json;
import io.nuthatch.model.Media;
import io.nuthatch.model.Post;
import io.nuthatch.model.PostName;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class Twitter2ItemsTest {

  private static final String SEARCH = "https://api.twitter.com/2/tweets/search/recent?query=a";
  private static final String ANSWER = """
      {"data": [{"id": "20", "text": "RT @b: cut…", "author_id": "12", "created_at": "2021-03-04T05:06:07.000Z",
          "in_reply_to_user_id": "13", "lang": "und",
          "referenced_tweets": [{"type": "retweeted", "id": "19"}],
          "entities": {"mentions": [{"start": 3, "username": "b"}, {"username": "gone"}]},
          "geo": {"place_id": "p1"}, "attachments": {"poll_ids": ["poll1"]},
          "public_metrics": {"retweet_count": 1, "reply_count": 2, "like_count": 3, "quote_count": 4,
              "bookmark_count": 5, "impression_count": 6}},
         {"id": "21", "text": "alone", "author_id": "99"}],
       "includes": {
         "users": [{"id": "12", "username": "a", "name": "A"}, {"id": "13", "username": "b", "name": "B"}],
         "tweets": [{"id": "19", "text": "all of it", "author_id": "13", "created_at": "2021-03-04T00:00:00.000Z",
             "lang": "en", "attachments": {"media_keys": ["3_1", "7_2", "9_9"]},
             "referenced_tweets": [{"type": "quoted", "id": "18"}],
             "entities": {"hashtags": [{"tag": "birds"}],
                 "urls": [{"url": "https://t.co/a", "expanded_url": "https://example.org/a"},
                          {"url": "https://t.co/m", "expanded_url": "https://twitter.com/p", "media_key": "3_1"}]}},
           {"id": "18", "text": "quoted", "author_id": "12", "created_at": "2021-03-03T00:00:00.000Z", "referenced_tweets": [{"type": "quoted", "id": "19"}]}],
         "media": [{"media_key": "3_1", "type": "photo", "url": "https://p/1.jpg", "alt_text": "a bird"},
           {"media_key": "7_2", "type": "video", "preview_image_url": "https://p/2.jpg",
            "variants": [{"bit_rate": 1, "url": "https://v/1.mp4"}, {"bit_rate": 9, "url": "https://v/9.mp4"}]}],
         "polls": [{"id": "poll1", "options": []}],
         "places": [{"id": "p1", "full_name": "Washington"}]},
       "meta": {"result_count": 2}}
      """;

  private final Twitter2Items reader = new Twitter2Items();

  private List<Item> items(String json) {
    return reader.items(SEARCH, Json.tree(json));
  }

  @Test
  void urls_areKnownByTheirPathOnAnyHost() {
    assertThat(reader.layout(SEARCH)).isEqualTo(Layout.DOCUMENT);
    assertThat(reader.layout("http://127.0.0.1:1/2/tweets/search/all")).isEqualTo(Layout.DOCUMENT);
    assertThat(reader.layout("http://127.0.0.1:1/2/users/12/tweets?a=b")).isEqualTo(Layout.DOCUMENT);
    assertThat(reader.layout("http://127.0.0.1:1/2/users/12/mentions")).isEqualTo(Layout.DOCUMENT);
    assertThat(reader.layout("http://127.0.0.1:1/2/tweets?ids=1")).isEqualTo(Layout.DOCUMENT);
    assertThat(reader.layout("http://127.0.0.1:1/2/tweets/20")).isEqualTo(Layout.DOCUMENT);
    assertThat(reader.layout("https://api.x.com/2/tweets/search/stream?a=b")).isEqualTo(Layout.LINES);
    assertThat(reader.layout("https://api.x.com/2/tweets/sample/stream")).isEqualTo(Layout.LINES);
    assertThat(reader.layout("https://api.x.com/2/tweets/search/stream/rules")).isEqualTo(Layout.UNKNOWN);
    assertThat(reader.layout("https://api.x.com/2/users/12")).isEqualTo(Layout.UNKNOWN);
    assertThat(reader.layout("https://api.x.com/1.1/search/tweets.json")).isEqualTo(Layout.UNKNOWN);
  }

  @Test
  void expansions_areMergedIntoTheTweet() {
    JsonNode tweet = items(ANSWER).getFirst().json();

    assertThat(tweet.path("author").path("username").asString()).isEqualTo("a");
    assertThat(tweet.path("in_reply_to_user").path("username").asString()).isEqualTo("b");
    assertThat(tweet.path("entities").path("mentions").path(0).path("name").asString()).isEqualTo("B");
    assertThat(tweet.path("entities").path("mentions").path(0).path("start").asInt()).isEqualTo(3);
    assertThat(tweet.path("entities").path("mentions").path(1)).isEqualTo(Json.tree("{\"username\": \"gone\"}"));
    assertThat(tweet.path("geo").path("full_name").asString()).isEqualTo("Washington");
    assertThat(tweet.path("attachments").path("poll").path("id").asString()).isEqualTo("poll1");
    JsonNode shared = tweet.path("referenced_tweets").path(0);
    assertThat(shared.path("type").asString()).isEqualTo("retweeted");
    assertThat(shared.path("author").path("username").asString()).isEqualTo("b");
    assertThat(shared.path("attachments").path("media")).hasSize(2);
    assertThat(shared.path("referenced_tweets").path(0).path("text").asString()).isEqualTo("quoted");
  }

  @Test
  void answer_staysAsItIs() {
    JsonNode document = Json.tree(ANSWER);
    reader.items(SEARCH, document);
    assertThat(document).isEqualTo(Json.tree(ANSWER));
  }

  @Test
  void items_areWhatWasAskedForAndNothingElse() {
    List<Item> items = items(ANSWER);

    assertThat(items).extracting(item -> item.name().nativeId()).containsExactly("20", "21");
    assertThat(items.getFirst().account()).isEqualTo(new AccountName("twitter", "12"));
    assertThat(items.getFirst().date()).isEqualTo(Instant.parse("2021-03-04T05:06:07Z"));
    assertThat(items.get(1).json().has("author")).isFalse();
  }

  @Test
  void posts_areTheTweetAndThoseItRefersTo() {
    List<Post> posts = reader.posts(items(ANSWER).getFirst());

    assertThat(posts).extracting(post -> post.name().nativeId()).containsExactly("20", "19", "18");
    Post repost = posts.getFirst();
    assertThat(repost.relations().repostOf()).isEqualTo(new PostName("twitter", "19"));
    assertThat(repost.wording().text()).isEqualTo("all of it");
    assertThat(repost.wording().tags()).containsExactly("birds");
    assertThat(repost.attachments().links()).containsExactly("https://example.org/a");
    assertThat(repost.attachments().media()).containsExactly(
        new Media(Media.Kind.IMAGE, "https://p/1.jpg", "a bird"), new Media(Media.Kind.VIDEO, "https://v/9.mp4", null));
    assertThat(repost.counters()).isEqualTo(new Counters(3, 1, 2, 4, 6, 5));
    assertThat(repost.author().handle()).isEqualTo("a");
  }

  @Test
  void lineOfAStream_isOneTweetWithItsRules() {
    Item item = items("{\"data\": {\"id\": \"20\", \"text\": \"a\"}, \"matching_rules\": [{\"id\": \"1\"}]}")
        .getFirst();
    assertThat(item.json().path("matching_rules").path(0).path("id").asString()).isEqualTo("1");
    assertThat(reader.posts(item)).as("nobody is said to have written it").isEmpty();
  }

  @Test
  void longPost_saysItsNote() {
    Item item = items("{\"data\": {\"id\": \"1300000000000000000\", \"author_id\": \"1\", \"text\": \"cut…\","
        + " \"note_tweet\": {\"text\": \"long &lt;3\", \"entities\": {\"hashtags\": [{\"tag\": \"x\"}]}}}}").getFirst();
    assertThat(reader.posts(item).getFirst().wording().text()).isEqualTo("long <3");
    assertThat(reader.posts(item).getFirst().wording().tags()).containsExactly("x");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"errors\": [{\"title\": \"operational-disconnect\"}]}",
      "{\"meta\": {\"result_count\": 0}}",
      "{\"title\": \"Unauthorized\", \"status\": 401}", "{\"data\": 5}", "{\"data\": [1, null, [], {}]}",
      "{\"data\": {\"id\": \"x\", \"text\": \"a\"}}", "{\"data\": {\"id\": \"20\", \"text\": 5}}", "[]", "null", "3",
      "{\"data\": [{\"id\": 2, \"text\": 3}], \"includes\": []}"})
  void whatIsNotATweet_isNotAnItem(String json) {
    assertThat(items(json)).isEmpty();
  }

  @Test
  void oddIncludes_leaveNoTrace() {
    Item item = items(
        "{\"data\": [{\"id\": \"20\", \"text\": \"a\", \"author_id\": \"1\", \"created_at\": \"yesterday\","
            + " \"attachments\": {\"media_keys\": [1, {}], \"poll_ids\": 3}, \"geo\": {\"place_id\": 4},"
            + " \"entities\": {\"mentions\": [7]}, \"referenced_tweets\": [\"x\", {\"id\": 5}]}], \"includes\":"
            + " {\"users\": {}, \"tweets\": [1], \"media\": [{\"media_key\": 5}], \"places\": null}}")
        .getFirst();
    assertThat(item.json().path("entities").path("mentions").path(0).asInt()).isEqualTo(7);
    assertThat(reader.posts(item)).isEmpty();
  }
}
