package io.nuthatch.harvest.twitter2;

import io.nuthatch.archive.items.Lenient;
import io.nuthatch.archive.items.twitter.TweetId;
import io.nuthatch.harvest.ApiCall;
import io.nuthatch.harvest.Interval;
import io.nuthatch.harvest.Parameters;
import io.nuthatch.harvest.Reach;
import io.nuthatch.harvest.Session;
import io.nuthatch.harvest.StreamFlow;
import io.nuthatch.harvest.twitter.StreamPauses;
import io.nuthatch.model.Json;
import io.nuthatch.model.JsonException;
import io.nuthatch.model.message.SeedReference;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** {@code tweets/search/stream}: tweets that match a rule, as they are posted. An application has one such stream. */
final class FilteredStream implements StreamFlow {

  /** Something comes at least every 20 seconds; half as much again for the way. */
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(30);

  @Override
  public ApiCall open(List<SeedReference> seeds, Session session) {
    new Rules(session).settle(seeds);
    return Calls.tweets(Calls.STREAM, Parameters.none(), Calls.STREAM);
  }

  /** A line that begins with what went wrong may still have a tweet; one that begins with data has. */
  @Override
  public Line read(String line) {
    String text = line.strip();
    if (text.isEmpty()) {
      return Line.KEEP_ALIVE;
    }
    if (text.startsWith("{\"data\"")) {
      return Line.ITEM;
    }
    JsonNode message;
    try {
      message = Json.tree(text);
    } catch (JsonException e) {
      return new Line.Notice("stream_message", text);
    }
    if (message.path("data").isObject()) {
      return Line.ITEM;
    }
    JsonNode error = message.path("errors").isArray() ? message.path("errors").path(0) : message;
    String title = Objects.requireNonNullElse(Lenient.text(error, "title"), "message");
    String detail = Objects.requireNonNullElse(Lenient.text(error, "detail"), text);
    return error.has("disconnect_type") || error.has("connection_issue")
        ? new Line.Farewell("stream_" + title, detail)
        : new Line.Notice("stream_" + title, detail);
  }

  @Override
  public Duration longestSilence() {
    return LONGEST_SILENCE;
  }

  @Override
  public Duration pause(Break kind, int attempt) {
    return StreamPauses.pause(kind, attempt);
  }

  /** Rules are queries, unless they are longer than a query may be or ask for a sample. */
  @Override
  public Reach backfill(List<SeedReference> seeds, Instant from, Instant to, Session session) {
    Interval missed = new Interval(Long.toString(TweetId.first(from) - 1), Long.toString(TweetId.first(to)));
    Reach reach = Reach.WHOLE;
    for (SeedReference seed : seeds) {
      String rule = Objects.requireNonNull(Seeds.rule(seed).text("rule"));
      Reach ofRule = rule.length() > Seeds.LONGEST_RECENT || rule.contains("sample:")
          ? new Reach.CutOff("the rule " + rule + " cannot be searched for")
          : Search.between(rule, missed, session);
      reach = ofRule instanceof Reach.CutOff ? ofRule : reach;
    }
    return reach;
  }
}
