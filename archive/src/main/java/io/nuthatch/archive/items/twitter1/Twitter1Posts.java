package io.nuthatch.archive.items.twitter1;

import static io.nuthatch.model.Counters.UNKNOWN;

import io.nuthatch.archive.items.Lenient;
import io.nuthatch.archive.items.twitter.TweetText;
import io.nuthatch.model.AccountName;
import io.nuthatch.model.Attachments;
import io.nuthatch.model.Author;
import io.nuthatch.model.Counters;
import io.nuthatch.model.Media;
import io.nuthatch.model.Post;
import io.nuthatch.model.PostName;
import io.nuthatch.model.Relations;
import io.nuthatch.model.Wording;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Posts made of tweets of v1.1. A repost says, and leads to, what the post it shares does, whose text is whole where
 * its own is cut; its counters are its own.
 */
final class Twitter1Posts {

  private Twitter1Posts() {
  }

  /** The tweet, then those it shares or quotes. */
  static List<Post> of(JsonNode tweet) {
    Post post = post(tweet);
    if (post == null) {
      return List.of();
    }
    List<Post> posts = new ArrayList<>(2);
    posts.add(post);
    embedded(tweet, posts);
    return posts;
  }

  private static void embedded(JsonNode tweet, List<Post> posts) {
    for (String name : new String[]{"retweeted_status", "quoted_status"}) {
      JsonNode other = tweet.path(name);
      Post post = other.isObject() ? post(other) : null;
      if (post != null) {
        if (posts.stream().noneMatch(known -> known.name().equals(post.name()))) {
          posts.add(post);
        }
        embedded(other, posts);
      }
    }
  }

  private static @Nullable Post post(JsonNode tweet) {
    String id = Lenient.id(tweet, "id_str", "id");
    JsonNode user = tweet.path("user");
    String author = Lenient.id(user, "id_str", "id");
    Instant date = id == null ? null : Twitter1Items.date(tweet, id);
    if (id == null || author == null || date == null) {
      return null;
    }
    PostName shared = name(tweet.path("retweeted_status"), "id_str", "id");
    JsonNode said = shared == null ? tweet : tweet.path("retweeted_status");
    JsonNode extended = said.path("extended_tweet");
    JsonNode whole = extended.isObject() ? extended : said;
    return new Post(new PostName(Twitter1Items.PLATFORM, id),
        new Author(new AccountName(Twitter1Items.PLATFORM, author), Lenient.text(user, "screen_name"),
            Lenient.text(user, "name")),
        date, wording(said, whole), relations(tweet, shared), attachments(whole),
        counters(tweet));
  }

  private static Wording wording(JsonNode said, JsonNode whole) {
    String text = Lenient.text(whole, "full_text");
    if (text == null) {
      text = Objects.requireNonNullElse(Lenient.text(said, "text"), "");
    }
    String language = Lenient.text(said, "lang");
    List<String> tags = new ArrayList<>();
    for (JsonNode tag : whole.path("entities").path("hashtags")) {
      String word = Lenient.text(tag, "text");
      if (word != null) {
        tags.add(word);
      }
    }
    return new Wording(TweetText.plain(text), "und".equals(language) ? null : language, tags);
  }

  private static Relations relations(JsonNode tweet, @Nullable PostName shared) {
    return shared != null
        ? new Relations(shared, null, null)
        : new Relations(null, name(tweet, "quoted_status_id_str", "quoted_status_id"),
            name(tweet, "in_reply_to_status_id_str", "in_reply_to_status_id"));
  }

  private static @Nullable PostName name(JsonNode node, String textField, String numberField) {
    String id = Lenient.id(node, textField, numberField);
    return id == null ? null : new PostName(Twitter1Items.PLATFORM, id);
  }

  private static Attachments attachments(JsonNode whole) {
    List<String> links = new ArrayList<>();
    for (JsonNode url : whole.path("entities").path("urls")) {
      String target = Lenient.text(url.path("unwound"), "url");
      target = target == null ? Lenient.text(url, "expanded_url") : target;
      target = target == null ? Lenient.text(url, "url") : target;
      if (target != null) {
        links.add(target);
      }
    }
    JsonNode found = whole.path("extended_entities").path("media");
    List<Media> media = new ArrayList<>();
    for (JsonNode item : found.isArray() ? found : whole.path("entities").path("media")) {
      Media one = media(item);
      if (one != null) {
        media.add(one);
      }
    }
    return links.isEmpty() && media.isEmpty() ? Attachments.NONE : new Attachments(links, media);
  }

  private static @Nullable Media media(JsonNode item) {
    String description = Lenient.text(item, "ext_alt_text");
    String film = null;
    long best = -1;
    for (JsonNode variant : item.path("video_info").path("variants")) {
      long rate = Lenient.number(variant, "bitrate", -1);
      String url = Lenient.text(variant, "url");
      if (url != null && (film == null || rate > best)) {
        film = url;
        best = rate;
      }
    }
    if (film != null) {
      return new Media(Media.Kind.VIDEO, film, description);
    }
    String still = Lenient.text(item, "media_url_https");
    still = still == null ? Lenient.text(item, "media_url") : still;
    return still == null ? null : new Media(Media.Kind.IMAGE, still, description);
  }

  private static Counters counters(JsonNode tweet) {
    return new Counters(Lenient.number(tweet, "favorite_count", UNKNOWN),
        Lenient.number(tweet, "retweet_count", UNKNOWN), Lenient.number(tweet, "reply_count", UNKNOWN),
        Lenient.number(tweet, "quote_count", UNKNOWN), UNKNOWN, UNKNOWN);
  }
}
