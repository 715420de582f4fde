package io.nuthatch.simulator.query;

import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.Entity;
import io.nuthatch.simulator.people.Moment;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.query.Query.Feature;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A post as queries see it. A retweet is searched by the text it repeats. For one thread. */
public final class Subject {

  private final Post post;
  private final Moment moment;
  private @Nullable String text;
  private @Nullable List<String> words;
  private @Nullable Set<String> hashtags;
  private @Nullable Set<String> mentions;

  public Subject(Post post, Moment moment) {
    this.post = post;
    this.moment = moment;
  }

  public Post post() {
    return post;
  }

  /** The text with its links left out and, of a retweet, the beginning that names whom it repeats. */
  String text() {
    if (text == null) {
      StringBuilder shown = new StringBuilder(post.body().text());
      List<Entity.Link> links = entities(Entity.Link.class, Function.identity()).reversed();
      for (Entity.Link link : links) {
        shown.delete(shown.offsetByCodePoints(0, link.start()), shown.offsetByCodePoints(0, link.end()));
      }
      text = repeated().isEmpty() ? shown.toString() : "RT @" + repeated() + ": " + shown;
    }
    return text;
  }

  boolean hasPhrase(List<String> phrase) {
    if (words == null) {
      words = Words.of(text());
    }
    return phrase.size() == 1 ? words.contains(phrase.getFirst()) : Collections.indexOfSubList(words, phrase) >= 0;
  }

  Set<String> hashtags() {
    if (hashtags == null) {
      hashtags = Set.copyOf(entities(Entity.Hashtag.class, tag -> lower(tag.tag())));
    }
    return hashtags;
  }

  Set<String> mentions() {
    if (mentions == null) {
      Set<String> names = entities(Entity.Mention.class, mention -> lower(mention.screenName())).stream()
          .collect(Collectors.toSet());
      if (!repeated().isEmpty()) {
        names.add(lower(repeated()));
      }
      mentions = names;
    }
    return mentions;
  }

  List<String> links() {
    return entities(Entity.Link.class, link -> lower(link.target()));
  }

  boolean isBy(String who) {
    return isAccount(post.authorId(), who);
  }

  boolean answers(String who) {
    Post.Reference reference = post.reference();
    return post.kind() == Post.Kind.REPLY && reference != null && isAccount(reference.authorId(), who);
  }

  boolean has(Feature feature) {
    return switch (feature) {
      case LINKS -> !links().isEmpty();
      case MEDIA -> !post.body().media().isEmpty();
      case IMAGES -> post.body().media().stream().anyMatch(media -> media.type() == Post.Media.Type.PHOTO);
      case VIDEOS -> post.body().media().stream().anyMatch(media -> media.type() == Post.Media.Type.VIDEO);
      case HASHTAGS -> !hashtags().isEmpty();
      case MENTIONS -> !mentions().isEmpty();
      case GEO -> post.body().point() != null;
    };
  }

  private <E extends Entity, T> List<T> entities(Class<E> type, Function<E, T> part) {
    return post.body().entities().stream().filter(type::isInstance).map(type::cast).map(part).toList();
  }

  /** The name of the author whom a retweet repeats, empty for everything else. */
  private String repeated() {
    Post.Reference reference = post.reference();
    return post.kind() == Post.Kind.RETWEET && reference != null ? screenName(reference.authorId()) : "";
  }

  private boolean isAccount(long id, String who) {
    return who.equals(Long.toString(id)) || who.equals(lower(screenName(id)));
  }

  private String screenName(long accountId) {
    return moment.account(accountId).map(Account::screenName).orElse("");
  }

  private static String lower(String value) {
    return value.toLowerCase(Locale.ROOT);
  }
}
