package io.nuthatch.simulator.query;

import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.Moment;
import io.nuthatch.simulator.people.Narrowing;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Finds out of a query what every post it finds must have, so that a search need not look at all of them. */
public final class Narrower {

  private final Moment moment;

  public Narrower(Moment moment) {
    this.moment = moment;
  }

  public Narrowing narrow(Query query) {
    return new Narrowing(needed(query, this::words).orElse(null), needed(query, this::authors).orElse(null));
  }

  private Optional<Set<String>> words(Query leaf) {
    return switch (leaf) {
      // The longest word of a phrase is most likely the rarest.
      case Query.Phrase(List<String> words) -> words.stream().max(Comparator.comparingInt(String::length)).map(Set::of);
      case Query.Hashtag(String tag) -> Optional.of(Set.of(tag));
      default -> Optional.empty();
    };
  }

  private Optional<Set<Long>> authors(Query leaf) {
    if (!(leaf instanceof Query.From(String who))) {
      return Optional.empty();
    }
    Set<Long> authors = new HashSet<>();
    moment.account(who).map(Account::id).ifPresent(authors::add);
    if (who.matches("\\d{1,18}")) {
      authors.add(Long.parseLong(who));
    }
    return Optional.of(authors);
  }

  /** A set of which each post found has at least one element; empty when there is no such set. */
  private static <T> Optional<Set<T>> needed(Query query, Function<Query, Optional<Set<T>>> leaf) {
    return switch (query) {
      case Query.And(List<Query> parts) -> parts.stream()
          .map(part -> needed(part, leaf))
          .flatMap(Optional::stream)
          .min(Comparator.comparingInt(Set::size));
      case Query.Or(List<Query> parts) -> {
        List<Optional<Set<T>>> all = parts.stream().map(part -> needed(part, leaf)).toList();
        Set<T> union = new HashSet<>();
        all.stream().flatMap(Optional::stream).forEach(union::addAll);
        yield all.stream().allMatch(Optional::isPresent) ? Optional.of(union) : Optional.empty();
      }
      case Query.Not not -> Optional.empty();
      default -> Objects.requireNonNull(leaf.apply(query));
    };
  }
}
