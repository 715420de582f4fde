package io.nuthatch.archive.items.twitter1;

import io.nuthatch.archive.items.Item;
import io.nuthatch.archive.items.ItemReader;
import io.nuthatch.archive.items.Lenient;
import io.nuthatch.archive.items.Target;
import io.nuthatch.archive.items.twitter.TweetId;
import io.nuthatch.model.AccountName;
import io.nuthatch.model.Post;
import io.nuthatch.model.PostName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Tweets of v1.1: a list, a list under {@code statuses}, a map by id, one alone, or one a line. Deletions, limits and
 * warnings of streams and errors of calls have no id of their own and are not items.
 */
public final class Twitter1Items implements ItemReader {

  static final String PLATFORM = "twitter";
  private static final String TWEET = "tweet";
  private static final String STREAM_HOST = "stream.twitter.com";
  private static final Pattern DOCUMENTS = Pattern
      .compile(".*/(statuses/(user_timeline|lookup|show(/\\d+)?)|search/tweets)\\.json");
  private static final Pattern STREAMS = Pattern.compile(".*/statuses/(filter|sample|firehose)\\.json");

  @Override
  public String platform() {
    return PLATFORM;
  }

  @Override
  public Layout layout(String url) {
    if (!url.contains(".json")) {
      return Layout.UNKNOWN;
    }
    Target target = Target.of(url);
    if (target.host().equals(STREAM_HOST) || STREAMS.matcher(target.path()).matches()) {
      return Layout.LINES;
    }
    return DOCUMENTS.matcher(target.path()).matches() ? Layout.DOCUMENT : Layout.UNKNOWN;
  }

  @Override
  public List<Item> items(String url, JsonNode document) {
    JsonNode tweets = document;
    if (document.isObject()) {
      if (document.path("statuses").isArray()) {
        tweets = document.path("statuses");
      } else if (document.path("id").isObject()) {
        tweets = document.path("id");
      } else {
        return tweet(document, new ArrayList<>(1));
      }
    }
    List<Item> items = new ArrayList<>(tweets.size());
    for (JsonNode tweet : tweets) {
      tweet(tweet, items);
    }
    return items;
  }

  private static List<Item> tweet(JsonNode tweet, List<Item> items) {
    String id = Lenient.id(tweet, "id_str", "id");
    if (id != null) {
      String author = Lenient.id(tweet.path("user"), "id_str", "id");
      items.add(new Item(TWEET, new PostName(PLATFORM, id), date(tweet, id),
          author == null ? null : new AccountName(PLATFORM, author), tweet, items.size()));
    }
    return items;
  }

  /** As the tweet tells, or else as its id does. */
  static @Nullable Instant date(JsonNode tweet, String id) {
    Instant told = Twitter1Date.parse(Lenient.text(tweet, "created_at"));
    return told != null ? told : TweetId.time(Long.parseLong(id));
  }

  @Override
  public List<Post> posts(Item item) {
    return item.type().equals(TWEET) ? Twitter1Posts.of(item.json()) : List.of();
  }

  @Override
  public List<String> portraits(Item item) {
    String url = Lenient.text(item.json().path("user"), "profile_image_url_https");
    return url == null ? List.of() : List.of(url);
  }
}
