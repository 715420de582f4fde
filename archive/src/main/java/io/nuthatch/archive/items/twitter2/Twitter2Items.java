package io.nuthatch.archive.items.twitter2;

import io.nuthatch.archive.items.Item;
import io.nuthatch.archive.items.ItemReader;
import io.nuthatch.archive.items.Lenient;
import io.nuthatch.archive.items.Target;
import io.nuthatch.archive.items.twitter.TweetId;
import io.nuthatch.model.AccountName;
import io.nuthatch.model.Post;
import io.nuthatch.model.PostName;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tweets of v2, each with its expansions merged into it. Items are what stands under {@code data}; tweets that are only
 * referred to are within the items, and become posts, but are no items of their own.
 */
public final class Twitter2Items implements ItemReader {

  static final String PLATFORM = "twitter";
  private static final String TWEET = "tweet";
  private static final Pattern DOCUMENTS = Pattern
      .compile(".*/2/(tweets(/search/(recent|all)|/\\d+)?|users/[^/]+/(tweets|mentions))");
  private static final Pattern STREAMS = Pattern.compile(".*/2/tweets/(search|sample|sample10)/stream");

  @Override
  public String platform() {
    return PLATFORM;
  }

  @Override
  public Layout layout(String url) {
    if (!url.contains("/2/")) {
      return Layout.UNKNOWN;
    }
    String path = Target.of(url).path();
    if (STREAMS.matcher(path).matches()) {
      return Layout.LINES;
    }
    return DOCUMENTS.matcher(path).matches() ? Layout.DOCUMENT : Layout.UNKNOWN;
  }

  @Override
  public List<Item> items(String url, JsonNode document) {
    JsonNode data = document.path("data");
    if (!data.isArray() && !data.isObject()) {
      return List.of();
    }
    Expansions expansions = new Expansions(document.path("includes"));
    List<Item> items = new ArrayList<>(data.isArray() ? data.size() : 1);
    if (data instanceof ObjectNode tweet) {
      tweet(tweet, document, expansions, items);
    } else {
      for (JsonNode element : data) {
        if (element instanceof ObjectNode tweet) {
          tweet(tweet, document, expansions, items);
        }
      }
    }
    return items;
  }

  private static void tweet(ObjectNode tweet, JsonNode document, Expansions expansions, List<Item> items) {
    String id = Lenient.id(tweet, "id", "id");
    if (id == null || !tweet.path("text").isString()) {
      return;
    }
    ObjectNode whole = expansions.merge(tweet);
    for (String beside : new String[]{"matching_rules", "__twarc"}) {
      JsonNode value = document.get(beside);
      if (value != null) {
        whole.set(beside, value);
      }
    }
    String author = Lenient.id(tweet, "author_id", "author_id");
    items.add(new Item(TWEET, new PostName(PLATFORM, id), date(tweet, id),
        author == null ? null : new AccountName(PLATFORM, author), whole, items.size()));
  }

  /** As the tweet tells, or else as its id does. */
  static @Nullable Instant date(JsonNode tweet, String id) {
    Instant told = parse(Lenient.text(tweet, "created_at"));
    return told != null ? told : TweetId.time(Long.parseLong(id));
  }

  private static @Nullable Instant parse(@Nullable String text) {
    try {
      return text == null ? null : OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeParseException e) {
      return null;
    }
  }

  @Override
  public List<Post> posts(Item item) {
    return item.type().equals(TWEET) ? Twitter2Posts.of(item.json()) : List.of();
  }

  @Override
  public List<String> portraits(Item item) {
    String url = Lenient.text(item.json().path("author"), "profile_image_url");
    return url == null ? List.of() : List.of(url);
  }
}
