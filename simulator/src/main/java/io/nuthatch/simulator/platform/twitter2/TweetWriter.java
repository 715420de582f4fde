package io.nuthatch.simulator.platform.twitter2;

import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.Engagement;
import io.nuthatch.simulator.people.Entity;
import io.nuthatch.simulator.people.Moment;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.platform.Links;
import io.nuthatch.simulator.platform.twitter.TweetText;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JsonGenerator;

/** The post object of v2: id, text and edit history always, all else when asked for. */
final class TweetWriter {

  private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'")
      .withZone(ZoneOffset.UTC);
  private static final int MOST_EDITS = 5;
  private static final Duration EDITABLE = Duration.ofMinutes(30);

  private final JsonGenerator out;
  private final Moment moment;
  private final Set<String> fields;
  private final Links links;

  TweetWriter(JsonGenerator out, Moment moment, Set<String> fields, Links links) {
    this.out = out;
    this.moment = moment;
    this.fields = fields;
    this.links = links;
  }

  static String date(Instant instant) {
    return DATE.format(instant);
  }

  static String mediaKey(Post.Media media) {
    return switch (media.type()) {
      case PHOTO -> "3_";
      case VIDEO -> "7_";
      case ANIMATION -> "16_";
    } + media.id();
  }

  /** The first post of the conversation that a post is part of. */
  static long conversation(Post post, Moment moment) {
    Post.Reference answered = post.kind() == Post.Kind.REPLY ? post.reference() : null;
    if (answered == null) {
      return post.origin();
    }
    return moment.post(answered.id()).map(other -> conversation(other, moment)).orElse(answered.id());
  }

  void write(Post post) {
    TweetText text = text(post).linked(links, mediaTarget(post));
    out.writeStartObject();
    out.writeStringProperty("id", Long.toString(post.id()));
    out.writeStringProperty("text", text.text());
    ids("edit_history_tweet_ids", post.versions());
    when("author_id", () -> id("author_id", post.authorId()));
    when("conversation_id", () -> id("conversation_id", conversation(post, moment)));
    when("created_at", () -> out.writeStringProperty("created_at", date(post.createdAt())));
    when("lang", () -> out.writeStringProperty("lang", post.body().language()));
    when("source", () -> out.writeStringProperty("source", "Twitter for iPhone"));
    when("reply_settings", () -> out.writeStringProperty("reply_settings", "everyone"));
    when("possibly_sensitive", () -> out.writeBooleanProperty("possibly_sensitive", false));
    when("in_reply_to_user_id", () -> answered(post));
    when("referenced_tweets", () -> referenced(post));
    when("attachments", () -> attachments(post));
    when("entities", () -> entities(text, post));
    when("geo", () -> geo(post));
    when("edit_controls", () -> editControls(post));
    when("public_metrics", () -> metrics(moment.engagement(post)));
    out.writeEndObject();
  }

  private TweetText text(Post post) {
    Post.Reference repeated = post.kind() == Post.Kind.RETWEET ? post.reference() : null;
    Optional<Post> original = repeated == null ? Optional.empty() : moment.post(repeated.id());
    if (original.isEmpty()) {
      return TweetText.full(post);
    }
    Account.Profile author = moment.account(original.get().authorId()).orElseThrow().profile();
    return TweetText.retweet(original.get(), author.screenName(), author.name());
  }

  private void when(String field, Runnable write) {
    if (fields.contains(field)) {
      write.run();
    }
  }

  private void answered(Post post) {
    if (post.kind() == Post.Kind.REPLY && post.reference() != null) {
      id("in_reply_to_user_id", post.reference().authorId());
    }
  }

  private void referenced(Post post) {
    Post.Reference reference = post.reference();
    if (reference != null) {
      out.writeArrayPropertyStart("referenced_tweets");
      out.writeStartObject();
      out.writeStringProperty("type", switch (post.kind()) {
        case RETWEET -> "retweeted";
        case QUOTE -> "quoted";
        case REPLY, ORIGINAL -> "replied_to";
      });
      id("id", reference.id());
      out.writeEndObject();
      out.writeEndArray();
    }
  }

  private void attachments(Post post) {
    if (!post.body().media().isEmpty() && post.kind() != Post.Kind.RETWEET) {
      out.writeObjectPropertyStart("attachments");
      out.writeArrayPropertyStart("media_keys");
      post.body().media().forEach(media -> out.writeString(mediaKey(media)));
      out.writeEndArray();
      out.writeEndObject();
    }
  }

  private void entities(TweetText text, Post post) {
    boolean media = !text.mediaLink().isEmpty();
    if (text.entities().isEmpty() && !media) {
      return;
    }
    out.writeObjectPropertyStart("entities");
    List<Entity.Hashtag> tags = of(text, Entity.Hashtag.class);
    if (!tags.isEmpty()) {
      out.writeArrayPropertyStart("hashtags");
      tags.forEach(tag -> spanned(tag, () -> out.writeStringProperty("tag", tag.tag())));
      out.writeEndArray();
    }
    List<Entity.Mention> mentions = of(text, Entity.Mention.class);
    if (!mentions.isEmpty()) {
      out.writeArrayPropertyStart("mentions");
      mentions.forEach(mention -> spanned(mention, () -> {
        out.writeStringProperty("username", mention.screenName());
        id("id", mention.accountId());
      }));
      out.writeEndArray();
    }
    List<Entity.Link> urls = of(text, Entity.Link.class);
    if (!urls.isEmpty() || media) {
      out.writeArrayPropertyStart("urls");
      urls.forEach(link -> spanned(link,
          () -> url(links.shortened(link.code(), link.target()), links.address(link.target()),
              TweetText.display(link.target()))));
      if (media) {
        mediaLink(text, post);
      }
      out.writeEndArray();
    }
    out.writeEndObject();
  }

  private void mediaLink(TweetText text, Post post) {
    int end = TweetText.length(text.text());
    String url = text.mediaLink();
    spanned(new Entity.Link(end - url.length(), end, post.body().mediaCode(), url), () -> {
      url(url, links.address(mediaTarget(post)), "pic.twitter.com/" + post.body().mediaCode());
      out.writeStringProperty("media_key", mediaKey(post.body().media().getFirst()));
    });
  }

  private String mediaTarget(Post post) {
    String author = moment.account(post.authorId()).map(Account::screenName).orElse("i");
    return "https://twitter.com/" + author + "/status/" + post.id() + "/photo/1";
  }

  private void url(String shortened, String target, String shown) {
    out.writeStringProperty("url", shortened);
    out.writeStringProperty("expanded_url", target);
    out.writeStringProperty("display_url", shown);
  }

  private void spanned(Entity entity, Runnable write) {
    out.writeStartObject();
    out.writeNumberProperty("start", entity.start());
    out.writeNumberProperty("end", entity.end());
    write.run();
    out.writeEndObject();
  }

  private void geo(Post post) {
    Post.Point point = post.body().point();
    if (point != null) {
      out.writeObjectPropertyStart("geo");
      out.writeObjectPropertyStart("coordinates");
      out.writeStringProperty("type", "Point");
      out.writeArrayPropertyStart("coordinates");
      out.writeNumber(point.longitude());
      out.writeNumber(point.latitude());
      out.writeEndArray();
      out.writeEndObject();
      out.writeEndObject();
    }
  }

  private void editControls(Post post) {
    Instant until = moment.post(post.origin()).map(Post::createdAt).orElse(post.createdAt()).plus(EDITABLE);
    int left = MOST_EDITS - (post.versions().size() - 1);
    out.writeObjectPropertyStart("edit_controls");
    out.writeNumberProperty("edits_remaining", Math.max(0, left));
    out.writeBooleanProperty("is_edit_eligible", post.kind() != Post.Kind.RETWEET);
    out.writeStringProperty("editable_until", date(until));
    out.writeEndObject();
  }

  private void metrics(Engagement numbers) {
    out.writeObjectPropertyStart("public_metrics");
    out.writeNumberProperty("retweet_count", numbers.retweets());
    out.writeNumberProperty("reply_count", numbers.replies());
    out.writeNumberProperty("like_count", numbers.likes());
    out.writeNumberProperty("quote_count", numbers.quotes());
    out.writeNumberProperty("bookmark_count", numbers.bookmarks());
    out.writeNumberProperty("impression_count", numbers.views());
    out.writeEndObject();
  }

  private static <E extends Entity> List<E> of(TweetText text, Class<E> type) {
    return text.entities().stream().filter(type::isInstance).map(type::cast).toList();
  }

  private void id(String name, long id) {
    out.writeStringProperty(name, Long.toString(id));
  }

  private void ids(String name, List<Long> ids) {
    out.writeArrayPropertyStart(name);
    ids.forEach(id -> out.writeString(Long.toString(id)));
    out.writeEndArray();
  }
}
