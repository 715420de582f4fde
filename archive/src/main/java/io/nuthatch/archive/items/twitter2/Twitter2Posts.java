package io.nuthatch.archive.items.twitter2;

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
 * Posts made of whole tweets of v2. A repost says, and leads to, what the post it shares does, whose text is whole where
 * its own is cut; its counters are its own.
 */
final class Twitter2Posts {

  private Twitter2Posts() {
  }

  /** The tweet, then those it refers to, as far as they came with it. */
  static List<Post> of(JsonNode tweet) {
    Post post = post(tweet);
    if (post == null) {
      return List.of();
    }
    List<Post> posts = new ArrayList<>(2);
    posts.add(post);
    referenced(tweet, posts);
    return posts;
  }

  private static void referenced(JsonNode tweet, List<Post> posts) {
    for (JsonNode other : tweet.path("referenced_tweets")) {
      Post post = post(other);
      if (post != null && posts.stream().noneMatch(known -> known.name().equals(post.name()))) {
        posts.add(post);
        referenced(other, posts);
      }
    }
  }

  private static @Nullable Post post(JsonNode tweet) {
    String id = Lenient.id(tweet, "id", "id");
    String account = Lenient.id(tweet, "author_id", "author_id");
    Instant date = id == null ? null : Twitter2Items.date(tweet, id);
    if (id == null || account == null || date == null || !tweet.path("text").isString()) {
      return null;
    }
    JsonNode shared = reference(tweet, "retweeted");
    JsonNode said = shared.path("text").isString() ? shared : tweet;
    JsonNode author = tweet.path("author");
    return new Post(new PostName(Twitter2Items.PLATFORM, id),
        new Author(new AccountName(Twitter2Items.PLATFORM, account), Lenient.text(author, "username"),
            Lenient.text(author, "name")),
        date, wording(said),
        new Relations(name(shared), name(reference(tweet, "quoted")), name(reference(tweet, "replied_to"))),
        attachments(said), counters(tweet.path("public_metrics")));
  }

  private static JsonNode reference(JsonNode tweet, String type) {
    for (JsonNode reference : tweet.path("referenced_tweets")) {
      if (type.equals(Lenient.text(reference, "type"))) {
        return reference;
      }
    }
    return tweet.path("");
  }

  private static @Nullable PostName name(JsonNode reference) {
    String id = Lenient.id(reference, "id", "id");
    return id == null ? null : new PostName(Twitter2Items.PLATFORM, id);
  }

  /** Long posts carry their whole text, with entities of its own, in a note. */
  private static Wording wording(JsonNode said) {
    String note = Lenient.text(said.path("note_tweet"), "text");
    String text = note != null ? note : Objects.requireNonNullElse(Lenient.text(said, "text"), "");
    String language = Lenient.text(said, "lang");
    List<String> tags = new ArrayList<>();
    for (JsonNode tag : entities(said).path("hashtags")) {
      String word = Lenient.text(tag, "tag");
      if (word != null) {
        tags.add(word);
      }
    }
    return new Wording(TweetText.plain(text), "und".equals(language) ? null : language, tags);
  }

  private static JsonNode entities(JsonNode said) {
    JsonNode ofNote = said.path("note_tweet").path("entities");
    return ofNote.isObject() ? ofNote : said.path("entities");
  }

  private static Attachments attachments(JsonNode said) {
    List<String> links = new ArrayList<>();
    for (JsonNode url : entities(said).path("urls")) {
      String target = Lenient.text(url, "unwound_url");
      target = target == null ? Lenient.text(url, "expanded_url") : target;
      target = target == null ? Lenient.text(url, "url") : target;
      if (target != null && !url.has("media_key")) {
        links.add(target);
      }
    }
    List<Media> media = new ArrayList<>();
    for (JsonNode item : said.path("attachments").path("media")) {
      Media one = media(item);
      if (one != null) {
        media.add(one);
      }
    }
    return links.isEmpty() && media.isEmpty() ? Attachments.NONE : new Attachments(links, media);
  }

  private static @Nullable Media media(JsonNode item) {
    String description = Lenient.text(item, "alt_text");
    String film = null;
    long best = -1;
    for (JsonNode variant : item.path("variants")) {
      long rate = Lenient.number(variant, "bit_rate", -1);
      String url = Lenient.text(variant, "url");
      if (url != null && (film == null || rate > best)) {
        film = url;
        best = rate;
      }
    }
    if (film != null) {
      return new Media(Media.Kind.VIDEO, film, description);
    }
    String still = Lenient.text(item, "url");
    still = still == null ? Lenient.text(item, "preview_image_url") : still;
    return still == null ? null : new Media(Media.Kind.IMAGE, still, description);
  }

  private static Counters counters(JsonNode metrics) {
    return metrics.isObject()
        ? new Counters(Lenient.number(metrics, "like_count", UNKNOWN),
            Lenient.number(metrics, "retweet_count", UNKNOWN),
            Lenient.number(metrics, "reply_count", UNKNOWN), Lenient.number(metrics, "quote_count", UNKNOWN),
            Lenient.number(metrics, "impression_count", UNKNOWN), Lenient.number(metrics, "bookmark_count", UNKNOWN))
        : Counters.NONE;
  }
}
