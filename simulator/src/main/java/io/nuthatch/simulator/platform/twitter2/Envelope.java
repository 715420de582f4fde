package io.nuthatch.simulator.platform.twitter2;

import io.nuthatch.model.Json;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.AccountState;
import io.nuthatch.simulator.people.Entity;
import io.nuthatch.simulator.people.Moment;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.people.Sighting;
import io.nuthatch.simulator.platform.Call;
import io.nuthatch.simulator.platform.Links;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/**
 * The document around the data: what it refers to under {@code includes}, what could not be had under {@code errors},
 * and {@code meta}. Parts that would be empty are left out.
 */
final class Envelope {

  private final Moment moment;
  private final Fields fields;
  private final Links links;
  private final List<Map<String, Object>> errors = new ArrayList<>();
  private final Map<String, Object> more = new LinkedHashMap<>();
  private final Map<Long, Account> users = new LinkedHashMap<>();
  private final Map<Long, Post> tweets = new LinkedHashMap<>();
  private final Map<String, Post.Media> media = new LinkedHashMap<>();

  Envelope(Moment moment, Fields fields, Links links) {
    this.moment = moment;
    this.fields = fields;
    this.links = links;
  }

  /** For what a call asks. */
  static Envelope of(Call call) {
    return new Envelope(call.moment(), Fields.of(call.parameters()), call.links());
  }

  void error(Map<String, Object> entry) {
    errors.add(entry);
  }

  /** A further part of the document, such as {@code meta}. */
  void part(String name, Object value) {
    more.put(name, value);
  }

  byte[] posts(List<Post> posts) {
    posts.forEach(this::expand);
    return document(out -> {
      if (!posts.isEmpty()) {
        out.writeArrayPropertyStart("data");
        TweetWriter writer = new TweetWriter(out, moment, fields.tweet(), links);
        posts.forEach(writer::write);
        out.writeEndArray();
      }
    });
  }

  byte[] post(Post post) {
    expand(post);
    return document(out -> {
      out.writeName("data");
      new TweetWriter(out, moment, fields.tweet(), links).write(post);
    });
  }

  byte[] accounts(Collection<Account> accounts) {
    return document(out -> {
      if (!accounts.isEmpty()) {
        out.writeArrayPropertyStart("data");
        accounts.forEach(new UserWriter(out, fields.user(), links)::write);
        out.writeEndArray();
      }
    });
  }

  byte[] account(Account account) {
    return document(out -> {
      out.writeName("data");
      new UserWriter(out, fields.user(), links).write(account);
    });
  }

  /** A document without data. */
  byte[] empty() {
    return document(out -> {
    });
  }

  private interface Content {

    void write(JsonGenerator out);
  }

  private byte[] document(Content data) {
    var bytes = new ByteArrayOutputStream(4_096);
    try (JsonGenerator out = Json.MAPPER.createGenerator(bytes)) {
      out.writeStartObject();
      data.write(out);
      includes(out);
      if (!errors.isEmpty()) {
        out.writePOJOProperty("errors", errors);
      }
      more.forEach(out::writePOJOProperty);
      out.writeEndObject();
    }
    return bytes.toByteArray();
  }

  private void includes(JsonGenerator out) {
    if (users.isEmpty() && tweets.isEmpty() && media.isEmpty()) {
      return;
    }
    out.writeObjectPropertyStart("includes");
    array(out, "users", users.values(), new UserWriter(out, fields.user(), links)::write);
    array(out, "tweets", tweets.values(), new TweetWriter(out, moment, fields.tweet(), links)::write);
    array(out, "media", media.values(), new MediaWriter(out, fields.media(), links)::write);
    out.writeEndObject();
  }

  private static <T> void array(JsonGenerator out, String name, Collection<T> items, Consumer<T> writer) {
    if (!items.isEmpty()) {
      out.writeArrayPropertyStart(name);
      items.forEach(writer);
      out.writeEndArray();
    }
  }

  private void expand(Post post) {
    for (String expansion : fields.expansions()) {
      switch (expansion) {
        case "author_id" -> user(post.authorId());
        case "in_reply_to_user_id" -> {
          if (post.kind() == Post.Kind.REPLY && post.reference() != null) {
            user(post.reference().authorId());
          }
        }
        case "entities.mentions.username" -> post.body().entities().forEach(entity -> {
          if (entity instanceof Entity.Mention mention) {
            user(mention.accountId());
          }
        });
        case "attachments.media_keys" -> media(post);
        case "edit_history_tweet_ids" -> post.versions()
            .stream()
            .filter(id -> id != post.id())
            .forEach(id -> moment.post(id).ifPresent(version -> tweets.put(id, version)));
        case "referenced_tweets.id" -> referenced(post, other -> tweets.put(other.id(), other));
        case "referenced_tweets.id.author_id" -> referenced(post, other -> user(other.authorId()));
        case "referenced_tweets.id.attachments.media_keys" -> referenced(post, this::media);
        default -> {
        }
      }
    }
  }

  private void user(long id) {
    moment.account(id)
        .filter(account -> account.state() != AccountState.SUSPENDED)
        .ifPresent(account -> users.put(id, account));
  }

  private void media(Post post) {
    if (post.kind() != Post.Kind.RETWEET) {
      post.body().media().forEach(item -> media.put(TweetWriter.mediaKey(item), item));
    }
  }

  private void referenced(Post post, Consumer<Post> use) {
    Post.Reference reference = post.reference();
    if (reference == null) {
      return;
    }
    switch (moment.find(reference.id())) {
      case Sighting.Seen(Post other) -> use.accept(other);
      case Sighting.Hidden(AccountState state) ->
        errorOnce(Problems.hidden("tweet", "referenced_tweets.id", Long.toString(reference.id()), state));
      case Sighting.Gone gone ->
        errorOnce(Problems.notFound("tweet", "referenced_tweets.id", Long.toString(reference.id())));
    }
  }

  private void errorOnce(Map<String, Object> entry) {
    if (!errors.contains(entry)) {
      errors.add(entry);
    }
  }
}
