package io.nuthatch.queue.embedded;

import java.util.List;

/** A binding's pattern: words with dots between, {@code *} for exactly one word, {@code #} for any number, even none. */
final class TopicPattern {

  private final List<String> words;

  TopicPattern(String pattern) {
    words = List.of(pattern.split("\\.", -1));
  }

  boolean matches(String routingKey) {
    return matches(0, List.of(routingKey.split("\\.", -1)), 0);
  }

  private boolean matches(int word, List<String> key, int at) {
    if (word == words.size()) {
      return at == key.size();
    }
    if (words.get(word).equals("#")) {
      return matches(word + 1, key, at) || (at < key.size() && matches(word, key, at + 1));
    }
    return at < key.size() && (words.get(word).equals("*") || words.get(word).equals(key.get(at)))
        && matches(word + 1, key, at + 1);
  }
}
