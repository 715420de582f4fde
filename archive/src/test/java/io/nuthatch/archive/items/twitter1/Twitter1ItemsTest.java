package io.nuthatch.archive.items.twitter1;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.archive.items.Item;
import io.nuthatch.archive.items.ItemReader.Layout;
import io.nuthatch.model.AccountName;
import io.nuthatch.model.Json;
import io.nuthatch.model.Media;
import io.nuthatch.model.Post;
import io.nuthatch.model.PostName;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Twitter1ItemsTest {

  private static final String TIMELINE = "https://api.twitter.com/1.1/statuses/user_timeline.json?user_id=12&count=200";
  private static final String STREAM = "https://stream.twitter.com/1.1/statuses/filter.json";

  private static final String USER = "\"user\": {\"id\": 12, \"id_str\": \"12\", \"screen_name\": \"jack\","
      + " \"name\": \"Jack\"}";
  private static final String TWEET = "{\"created_at\": \"Wed Oct 10 20:19:24 +0000 2018\", \"id_str\": \"20\","
      + " \"text\": \"just setting up\", \"lang\": \"en\", \"retweet_count\": 3, \"favorite_count\": 5, " + USER + "}";

  private final Twitter1Items reader = new Twitter1Items();

  private List<Item> items(String json) {
    return reader.items(TIMELINE, Json.tree(json));
  }

  private List<Post> posts(String json) {
    return reader.posts(items(json).getFirst());
  }

  @Test
  void urls_areKnownByTheirPathOnAnyHost() {
    assertThat(reader.layout(TIMELINE)).isEqualTo(Layout.DOCUMENT);
    assertThat(reader.layout("http://127.0.0.1:8080/proxy/1.1/search/tweets.json?q=a")).isEqualTo(Layout.DOCUMENT);
    assertThat(reader.layout("http://127.0.0.1/1.1/statuses/lookup.json")).isEqualTo(Layout.DOCUMENT);
    assertThat(reader.layout("http://127.0.0.1/1.1/statuses/show/20.json")).isEqualTo(Layout.DOCUMENT);
    assertThat(reader.layout(STREAM)).isEqualTo(Layout.LINES);
    assertThat(reader.layout("http://127.0.0.1/1.1/statuses/sample.json?x=1")).isEqualTo(Layout.LINES);
    assertThat(reader.layout("https://api.twitter.com/1.1/users/show.json")).isEqualTo(Layout.UNKNOWN);
    assertThat(reader.layout("https://example.org/?u=/1.1/search/tweets.json")).isEqualTo(Layout.UNKNOWN);
    assertThat(reader.layout("not a url")).isEqualTo(Layout.UNKNOWN);
  }

  @Test
  void tweets_areFoundWhereverTheyStand() {
    assertThat(items("[" + TWEET + "," + TWEET.replace("20\"", "21\"") + "]")).extracting(Item::ordinal)
        .containsExactly(0, 1);
    assertThat(items("{\"statuses\": [" + TWEET + "]}")).hasSize(1);
    assertThat(items("{\"id\": {\"20\": " + TWEET + ", \"21\": null}}")).hasSize(1);
    Item item = items(TWEET).getFirst();
    assertThat(item.type()).isEqualTo("tweet");
    assertThat(item.name()).isEqualTo(new PostName("twitter", "20"));
    assertThat(item.account()).isEqualTo(new AccountName("twitter", "12"));
    assertThat(item.date()).isEqualTo(Instant.parse("2018-10-10T20:19:24Z"));
  }

  @Test
  void itemsKeepFieldsNobodyKnows() {
    assertThat(items(TWEET.replace("\"lang\"", "\"brand_new\": {\"a\": [1]}, \"lang\"")).getFirst().json()
        .path("brand_new").path("a").path(0).intValue()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"errors\": [{\"code\": 88, \"message\": \"Rate limit exceeded\"}]}",
      "{\"error\": \"Not authorized.\", \"request\": \"/1.1/x\"}", "{\"limit\": {\"track\": 5}}",
      "{\"delete\": {\"status\": {\"id\": 1, \"id_str\": \"1\"}}}", "{\"disconnect\": {\"code\": 4}}",
      "{\"warning\": {}}", "[]", "[[], null, 1, \"a\", {}]", "{\"statuses\": {}}", "{\"statuses\": 5}", "null", "17",
      "\"text\"", "{\"id_str\": \"number 20\", \"id\": \"20\"}", "{\"id_str\": 19, \"id\": \"number 20\"}",
      "{\"id\": {\"20\": 1}}", "{\"friends\": [1, 2]}"})
  void whatIsNotATweet_isNotAnItem(String json) {
    assertThat(items(json)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"id_str\": \"20\"}", "{\"id_str\": \"20\", \"user\": 5, \"created_at\": 7}",
      "{\"id_str\": \"20\", \"user\": {\"id_str\": []}, \"entities\": [], \"retweeted_status\": \"a\"}"})
  void tweetWithoutAnAuthor_isAnItemButNotAPost(String json) {
    assertThat(posts(json)).isEmpty();
  }

  @Test
  void oddValues_areLeftOut() {
    Post post = posts("{\"id\": 1051000000000000000, " + USER + ", \"text\": 5, \"lang\": [], \"entities\": {\"urls\":"
        + " [1, {\"expanded_url\": 3}], \"hashtags\": {}, \"media\": [null, {\"type\": 1}]}, \"retweet_count\": \"many\"}")
        .getFirst();

    assertThat(post.wording().text()).isEmpty();
    assertThat(post.attachments().links()).isEmpty();
    assertThat(post.attachments().media()).isEmpty();
    assertThat(post.counters().reposts()).isEqualTo(-1);
    assertThat(post.createdAt()).as("told by the id").isBetween("2018-10-01T00:00:00Z", "2018-11-01T00:00:00Z");
  }

  @Test
  void text_isTheLongestThereIs() {
    String both = TWEET.replace("\"text\": \"just setting up\"",
        "\"text\": \"cut…\", \"full_text\": \"full &amp; all\"");
    assertThat(posts(TWEET).getFirst().wording().text()).isEqualTo("just setting up");
    assertThat(posts(both).getFirst().wording().text()).isEqualTo("full & all");
    assertThat(posts(both.replace("\"lang\"", "\"extended_tweet\": {\"full_text\": \"extended\", \"entities\":"
        + " {\"hashtags\": [{\"text\": \"birds\"}]}}, \"lang\"")).getFirst().wording())
        .satisfies(wording -> assertThat(wording.text()).isEqualTo("extended"))
        .satisfies(wording -> assertThat(wording.tags()).containsExactly("birds"));
  }

  @Test
  void repost_saysWhatItSharesAndBringsItAlong() {
    String original = TWEET.replace("\"20\"", "\"19\"").replace("\"12\"", "\"13\"").replace("just setting up",
        "the whole of a long text");
    String repost = TWEET.replace("just setting up", "RT @jack: the whole…").replace("\"lang\"",
        "\"retweeted_status\": " + original + ", \"lang\"");
    List<Post> posts = posts(repost);

    assertThat(posts).extracting(post -> post.name().nativeId()).containsExactly("20", "19");
    assertThat(posts.getFirst().relations().repostOf()).isEqualTo(new PostName("twitter", "19"));
    assertThat(posts.getFirst().wording().text()).isEqualTo("the whole of a long text");
    assertThat(posts.get(1).author().account().id()).isEqualTo("13");
  }

  @Test
  void quoteAndReply_nameTheOther() {
    String quoted = TWEET.replace("\"20\"", "\"18\"");
    List<Post> posts = posts(TWEET.replace("\"lang\"", "\"quoted_status_id_str\": \"18\", \"quoted_status\": " + quoted
        + ", \"in_reply_to_status_id\": 17, \"lang\""));

    assertThat(posts).extracting(post -> post.name().nativeId()).containsExactly("20", "18");
    assertThat(posts.getFirst().relations().quoteOf()).isEqualTo(new PostName("twitter", "18"));
    assertThat(posts.getFirst().relations().replyTo()).isEqualTo(new PostName("twitter", "17"));
  }

  @Test
  void media_isTheBestThereIs() {
    Post post = posts(TWEET.replace("\"lang\"", "\"entities\": {\"urls\": [{\"url\": \"https://t.co/a\","
        + " \"expanded_url\": \"https://example.org/a\"}], \"media\": [{\"media_url_https\": \"https://p/1.jpg\"}]},"
        + " \"extended_entities\": {\"media\": [{\"media_url_https\": \"https://p/1.jpg\", \"ext_alt_text\": \"a bird\"},"
        + " {\"media_url_https\": \"https://p/2.jpg\", \"video_info\": {\"variants\": [{\"url\": \"https://v/x.m3u8\"},"
        + " {\"bitrate\": 300, \"url\": \"https://v/3.mp4\"}, {\"bitrate\": 200, \"url\": \"https://v/2.mp4\"}]}}]},"
        + " \"lang\"")).getFirst();

    assertThat(post.attachments().links()).containsExactly("https://example.org/a");
    assertThat(post.attachments().media()).containsExactly(
        new Media(Media.Kind.IMAGE, "https://p/1.jpg", "a bird"), new Media(Media.Kind.VIDEO, "https://v/3.mp4", null));
    assertThat(post.counters().likes()).isEqualTo(5);
    assertThat(post.counters().views()).isEqualTo(-1);
  }

  @Test
  void dates_areReadOrLeftOut() {
    assertThat(Twitter1Date.parse("Thu Jan 01 01:00:00 +0100 1970")).isEqualTo(Instant.EPOCH);
    assertThat(Twitter1Date.parse("Wed Foo 10 20:19:24 +0000 2018")).isNull();
    assertThat(Twitter1Date.parse("Wed Oct 99 20:19:24 +0000 2018")).isNull();
    assertThat(Twitter1Date.parse("Wed Oct 1x 20:19:24 +0000 2018")).isNull();
    assertThat(Twitter1Date.parse(null)).isNull();
  }
}
