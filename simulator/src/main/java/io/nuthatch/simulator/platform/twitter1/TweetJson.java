package io.nuthatch.simulator.platform.twitter1;

import io.nuthatch.model.Json;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.Engagement;
import io.nuthatch.simulator.people.Entity;
import io.nuthatch.simulator.people.Moment;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.platform.Call;
import io.nuthatch.simulator.platform.Links;
import io.nuthatch.simulator.platform.Parameters;
import io.nuthatch.simulator.platform.twitter.TweetText;
import java.io.ByteArrayOutputStream;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** The tweet object of v1.1, in each of the shapes a client can ask for. */
final class TweetJson {

  /**
   * What a client asked for.
   *
   * @param stream tweets of a stream are cut like old ones and carry the rest in {@code extended_tweet}
   */
  record Shape(boolean extended, boolean entities, boolean trimUser, boolean stream) {

    static final Shape STREAM = new Shape(false, true, false, true);

    static Shape of(Parameters parameters) {
      return new Shape(parameters.text("tweet_mode").filter("extended"::equals).isPresent(),
          parameters.flag("include_entities", true), parameters.flag("trim_user", false), false);
    }
  }

  private static final String SOURCE = "<a href=\"http://twitter.com/download/iphone\" rel=\"nofollow\">Twitter for "
      + "iPhone</a>";

  private final JsonGenerator out;
  private final Moment moment;
  private final Shape shape;
  private final Links links;
  private final UserJson users;
  private final EntitiesJson entities;

  TweetJson(JsonGenerator out, Moment moment, Shape shape, Links links) {
    this.out = out;
    this.moment = moment;
    this.shape = shape;
    this.links = links;
    users = new UserJson(out, links);
    entities = new EntitiesJson(out, links);
  }

  /** As a call wants it. */
  static TweetJson of(JsonGenerator out, Call call) {
    return new TweetJson(out, call.moment(), Shape.of(call.parameters()), call.links());
  }

  /** Writes a document with a generator of its own. */
  static byte[] document(Consumer<JsonGenerator> content) {
    var bytes = new ByteArrayOutputStream(8_192);
    try (JsonGenerator out = Json.MAPPER.createGenerator(bytes)) {
      content.accept(out);
    }
    return bytes.toByteArray();
  }

  void write(Post post) {
    write(post, true);
  }

  private void write(Post post, boolean embed) {
    Account author = moment.account(post.authorId()).orElseThrow();
    Optional<Post> other = Optional.ofNullable(post.reference()).flatMap(reference -> moment.post(reference.id()));
    Optional<Post> repeated = post.kind() == Post.Kind.RETWEET ? other : Optional.empty();
    out.writeStartObject();
    out.writeStringProperty("created_at", UserJson.date(post.createdAt()));
    id("id", post.id());
    text(post, author, repeated);
    out.writeStringProperty("source", SOURCE);
    answered(post);
    out.writeName("user");
    if (shape.trimUser) {
      users.trimmed(author.id());
    } else {
      users.full(author);
    }
    place(post);
    repeated.ifPresent(original -> {
      out.writeName("retweeted_status");
      write(original, embed);
    });
    quoted(post, embed ? other : Optional.empty());
    counts(post);
    out.writeStringProperty("lang", post.body().language());
    if (shape.stream) {
      out.writeStringProperty("filter_level", "low");
      out.writeStringProperty("timestamp_ms", Long.toString(post.createdAt().toEpochMilli()));
    }
    out.writeEndObject();
  }

  private void text(Post post, Account author, Optional<Post> repeated) {
    TweetText text;
    if (repeated.isPresent()) {
      Account.Profile original = moment.account(repeated.get().authorId()).orElseThrow().profile();
      text = TweetText.retweet(repeated.get(), original.screenName(), original.name());
    } else {
      text = shape.extended ? TweetText.full(post) : TweetText.classic(post);
    }
    String mediaTarget = EntitiesJson.mediaTarget(post, author.screenName());
    text = text.linked(links, mediaTarget);
    out.writeStringProperty(shape.extended ? "full_text" : "text", text.text());
    out.writeBooleanProperty("truncated", text.truncated());
    if (shape.extended) {
      displayRange(text);
    }
    if (shape.entities) {
      entities.entities(text, post, author.screenName());
      entities.extendedEntities(text, post, author.screenName());
    }
    if (shape.stream && text.truncated()) {
      TweetText full = TweetText.full(post).linked(links, mediaTarget);
      out.writeObjectPropertyStart("extended_tweet");
      out.writeStringProperty("full_text", full.text());
      displayRange(full);
      entities.entities(full, post, author.screenName());
      entities.extendedEntities(full, post, author.screenName());
      out.writeEndObject();
    }
  }

  private void displayRange(TweetText text) {
    out.writeArrayPropertyStart("display_text_range");
    out.writeNumber(text.displayStart());
    out.writeNumber(text.displayEnd());
    out.writeEndArray();
  }

  private void answered(Post post) {
    Post.Reference reference = post.kind() == Post.Kind.REPLY ? post.reference() : null;
    if (reference == null) {
      for (String name : new String[]{"in_reply_to_status_id", "in_reply_to_status_id_str", "in_reply_to_user_id",
          "in_reply_to_user_id_str", "in_reply_to_screen_name"}) {
        out.writeNullProperty(name);
      }
    } else {
      id("in_reply_to_status_id", reference.id());
      id("in_reply_to_user_id", reference.authorId());
      moment.account(reference.authorId())
          .ifPresentOrElse(account -> out.writeStringProperty("in_reply_to_screen_name", account.screenName()),
              () -> out.writeNullProperty("in_reply_to_screen_name"));
    }
  }

  private void place(Post post) {
    Post.Point point = post.body().point();
    if (point == null) {
      out.writeNullProperty("geo");
      out.writeNullProperty("coordinates");
    } else {
      point("geo", point.latitude(), point.longitude());
      point("coordinates", point.longitude(), point.latitude());
    }
    out.writeNullProperty("place");
    out.writeNullProperty("contributors");
  }

  private void point(String name, double first, double second) {
    out.writeObjectPropertyStart(name);
    out.writeStringProperty("type", "Point");
    out.writeArrayPropertyStart("coordinates");
    out.writeNumber(first);
    out.writeNumber(second);
    out.writeEndArray();
    out.writeEndObject();
  }

  private void quoted(Post post, Optional<Post> other) {
    Post.Reference reference = post.kind() == Post.Kind.QUOTE ? post.reference() : null;
    out.writeBooleanProperty("is_quote_status", reference != null);
    if (reference != null) {
      id("quoted_status_id", reference.id());
      other.ifPresent(original -> {
        out.writeName("quoted_status");
        write(original, false);
      });
    }
  }

  private void counts(Post post) {
    Engagement numbers = moment.engagement(post);
    if (shape.stream) {
      out.writeNumberProperty("quote_count", numbers.quotes());
      out.writeNumberProperty("reply_count", numbers.replies());
    }
    out.writeNumberProperty("retweet_count", numbers.retweets());
    out.writeNumberProperty("favorite_count", numbers.likes());
    out.writeBooleanProperty("favorited", false);
    out.writeBooleanProperty("retweeted", false);
    if (!post.body().media().isEmpty() || post.body().entities().stream().anyMatch(Entity.Link.class::isInstance)) {
      out.writeBooleanProperty("possibly_sensitive", false);
    }
  }

  private void id(String name, long id) {
    out.writeNumberProperty(name, id);
    out.writeStringProperty(name + "_str", Long.toString(id));
  }
}
