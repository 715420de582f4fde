package io.nuthatch.simulator.query;

import io.nuthatch.simulator.SimulatorException;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.query.Query.Feature;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads queries by recursive descent. A space binds tighter than OR, as on the platforms. */
final class QueryParser {

  /** A minus, a parenthesis, or a term: an operator and its value, a quoted phrase, or anything up to a space. */
  private static final Pattern TOKEN = Pattern.compile(
      "\\s*(?:(?<mark>-(?=[^\\s])|[()])|(?<operator>\\w+):(?<value>\"[^\"]*\"|[^\\s()]+)|\"(?<phrase>[^\"]*)\"|(?<word>"
          + "[^\\s()\"]+))");

  private final String text;
  private final Matcher tokens;
  private int position;

  QueryParser(String text) {
    this.text = text;
    tokens = TOKEN.matcher(text);
  }

  Query parse() {
    Query query = anyOf();
    if (!atEnd()) {
      throw wrong("unexpected \"" + text.substring(position).strip() + "\"");
    }
    return query;
  }

  static Query track(Set<String> phrases) {
    return new Query.Or(phrases.stream()
        .<Query>map(phrase -> new Query.And(
            List.of(phrase.strip().split("\\s+", -1)).stream().map(QueryParser::tracked).toList()))
        .toList());
  }

  private static Query tracked(String word) {
    Query query = plain(word);
    String lower = lower(word);
    return query instanceof Query.Phrase ? new Query.Or(List.of(query, new Query.Url(lower))) : query;
  }

  private Query anyOf() {
    List<Query> parts = new ArrayList<>();
    do {
      parts.add(allOf());
    } while (takes("OR"));
    return parts.size() == 1 ? parts.getFirst() : new Query.Or(List.copyOf(parts));
  }

  private Query allOf() {
    List<Query> parts = new ArrayList<>();
    while (!atEnd() && !sees(")") && !sees("OR")) {
      parts.add(one());
    }
    if (parts.isEmpty()) {
      throw wrong("something to look for is missing");
    }
    return parts.size() == 1 ? parts.getFirst() : new Query.And(List.copyOf(parts));
  }

  private Query one() {
    if (!tokens.region(position, text.length()).lookingAt()) {
      throw wrong("a quotation mark without its other half");
    }
    position = tokens.end();
    String mark = tokens.group("mark");
    if (mark == null) {
      return term();
    }
    if (mark.equals("-")) {
      return new Query.Not(one());
    }
    if (mark.equals(")")) {
      throw wrong("a parenthesis too many");
    }
    Query inner = anyOf();
    if (!takes(")")) {
      throw wrong("a parenthesis is not closed");
    }
    return inner;
  }

  private Query term() {
    String operator = tokens.group("operator");
    if (operator != null) {
      return operator(lower(operator), lower(tokens.group("value").replace("\"", "")));
    }
    String phrase = tokens.group("phrase");
    if (phrase == null) {
      return plain(tokens.group("word"));
    }
    return words(phrase);
  }

  private Query operator(String operator, String value) {
    return switch (operator) {
      case "from" -> new Query.From(value.replaceFirst("^@", ""));
      case "to" -> new Query.To(value.replaceFirst("^@", ""));
      case "lang" -> new Query.Lang(value);
      case "url" -> new Query.Url(value);
      case "is" -> new Query.Is(kind(value));
      case "has" -> new Query.Has(feature(value));
      case "filter" ->
        value.matches("retweets|replies|quote") ? new Query.Is(kind(value)) : new Query.Has(feature(value));
      case "http", "https" -> new Query.Url(operator + ":" + value);
      default -> throw wrong("there is no operator \"" + operator + ":\"");
    };
  }

  private Post.Kind kind(String value) {
    return switch (value) {
      case "retweet", "retweets" -> Post.Kind.RETWEET;
      case "reply", "replies" -> Post.Kind.REPLY;
      case "quote" -> Post.Kind.QUOTE;
      default -> throw wrong("\"is:\" knows retweet, reply and quote, not \"" + value + "\"");
    };
  }

  private Feature feature(String value) {
    for (Feature feature : Feature.values()) {
      if (lower(feature.name()).equals(value)) {
        return feature;
      }
    }
    throw wrong("\"has:\" does not know \"" + value + "\"");
  }

  private static Query plain(String word) {
    String lower = lower(word);
    if (lower.matches("#[\\p{L}\\p{N}_]+")) {
      return new Query.Hashtag(lower.substring(1));
    }
    if (lower.matches("@\\w+")) {
      return new Query.Mention(lower.substring(1));
    }
    return words(word);
  }

  private static Query words(String phrase) {
    List<String> words = Words.of(phrase);
    return words.isEmpty() ? new Query.Literal(phrase) : new Query.Phrase(words);
  }

  private boolean atEnd() {
    return text.substring(position).isBlank();
  }

  private boolean sees(String token) {
    return tokens.region(position, text.length()).lookingAt() && tokens.group().strip().equals(token);
  }

  private boolean takes(String token) {
    boolean seen = sees(token);
    if (seen) {
      position = tokens.end();
    }
    return seen;
  }

  private SimulatorException wrong(String what) {
    return SimulatorException.callers(what + " at position " + position + " of the query " + text);
  }

  private static String lower(String value) {
    return value.toLowerCase(Locale.ROOT);
  }
}
