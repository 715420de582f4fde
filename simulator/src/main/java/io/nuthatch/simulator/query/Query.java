package io.nuthatch.simulator.query;

import io.nuthatch.simulator.people.Post;
import java.util.List;
import java.util.Set;

/** What a post must be like to be found. Case never matters. */
public sealed interface Query {

  boolean matches(Subject subject);

  record And(List<Query> parts) implements Query {

    @Override
    public boolean matches(Subject subject) {
      return parts.stream().allMatch(part -> part.matches(subject));
    }
  }

  record Or(List<Query> parts) implements Query {

    @Override
    public boolean matches(Subject subject) {
      return parts.stream().anyMatch(part -> part.matches(subject));
    }
  }

  record Not(Query part) implements Query {

    @Override
    public boolean matches(Subject subject) {
      return !part.matches(subject);
    }
  }

  /** One word or several in a row; hashtags and mentioned names count as words, links do not. */
  record Phrase(List<String> words) implements Query {

    @Override
    public boolean matches(Subject subject) {
      return subject.hasPhrase(words);
    }
  }

  /** Characters that make no word, such as an emoji. */
  record Literal(String text) implements Query {

    @Override
    public boolean matches(Subject subject) {
      return subject.text().contains(text);
    }
  }

  record Hashtag(String tag) implements Query {

    @Override
    public boolean matches(Subject subject) {
      return subject.hashtags().contains(tag);
    }
  }

  record Mention(String name) implements Query {

    @Override
    public boolean matches(Subject subject) {
      return subject.mentions().contains(name);
    }
  }

  /** By the author's name or id. */
  record From(String who) implements Query {

    @Override
    public boolean matches(Subject subject) {
      return subject.isBy(who);
    }
  }

  /** An answer to a name or id. */
  record To(String who) implements Query {

    @Override
    public boolean matches(Subject subject) {
      return subject.answers(who);
    }
  }

  record Is(Post.Kind kind) implements Query {

    @Override
    public boolean matches(Subject subject) {
      return subject.post().kind() == kind;
    }
  }

  record Has(Feature feature) implements Query {

    @Override
    public boolean matches(Subject subject) {
      return subject.has(feature);
    }
  }

  record Lang(String code) implements Query {

    @Override
    public boolean matches(Subject subject) {
      return subject.post().body().language().equals(code);
    }
  }

  /** Links to an address that holds this text. */
  record Url(String part) implements Query {

    @Override
    public boolean matches(Subject subject) {
      return subject.links().stream().anyMatch(link -> link.contains(part));
    }
  }

  enum Feature {
    LINKS,
    MEDIA,
    IMAGES,
    VIDEOS,
    HASHTAGS,
    MENTIONS,
    GEO
  }

  /**
   * Whether the query says what to look for, and not only what to leave out or what sort of post it should be.
   * Platforms refuse queries that do not.
   */
  default boolean standsAlone() {
    return switch (this) {
      case And(List<Query> parts) -> parts.stream().anyMatch(Query::standsAlone);
      case Or(List<Query> parts) -> parts.stream().allMatch(Query::standsAlone);
      case Not not -> false;
      case Is is -> false;
      case Has has -> false;
      case Lang lang -> false;
      default -> true;
    };
  }

  /** Reads the language of search and rules. */
  static Query parse(String text) {
    return new QueryParser(text).parse();
  }

  /**
   * Reads tracked words of the v1.1 stream: any of the phrases, of each phrase all words in any order. Words are also
   * found in the addresses of links.
   */
  static Query track(Set<String> phrases) {
    return QueryParser.track(phrases);
  }
}
