package io.nuthatch.harvest.twitter1;

import io.nuthatch.archive.items.twitter.TweetId;
import io.nuthatch.harvest.ApiCall;
import io.nuthatch.harvest.Interval;
import io.nuthatch.harvest.Parameters;
import io.nuthatch.harvest.Reach;
import io.nuthatch.harvest.SeedToken;
import io.nuthatch.harvest.Session;
import io.nuthatch.harvest.StreamFlow;
import io.nuthatch.harvest.twitter.Progress;
import io.nuthatch.harvest.twitter.StreamPauses;
import io.nuthatch.model.message.SeedReference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code statuses/filter}: tweets with tracked words, of followed accounts or from places, as they are posted. */
final class FilterStream implements StreamFlow {

  private static final int LONGEST_QUERY = 500;
  private static final String OR = " OR ";

  @Override
  public ApiCall open(List<SeedReference> seeds, Session session) {
    SeedToken token = Seeds.filter(seeds.getFirst());
    return ApiCall.form(Streams.FILTER,
        Parameters.none().and("track", token.text("track")).and("follow", token.text("follow"))
            .and("locations", token.text("locations")).and("language", token.text("language"))
            .and("stall_warnings", "true").map(),
        Streams.FAMILY);
  }

  @Override
  public Line read(String line) {
    return Streams.read(line);
  }

  @Override
  public Duration longestSilence() {
    return Streams.LONGEST_SILENCE;
  }

  @Override
  public Duration pause(Break kind, int attempt) {
    return StreamPauses.pause(kind, attempt);
  }

  /** What is tracked can be searched for; who is followed, with all the answers they get, and places cannot. */
  @Override
  public Reach backfill(List<SeedReference> seeds, Instant from, Instant to, Session session) {
    SeedToken token = Seeds.filter(seeds.getFirst());
    Interval missed = new Interval(Long.toString(TweetId.first(from) - 1), Long.toString(TweetId.first(to)));
    List<String> languages = token.list("language");
    for (String query : queries(token.list("track"))) {
      if (languages.isEmpty()) {
        search(query, null, missed, session);
      }
      languages.forEach(language -> search(query, language, missed, session));
    }
    if (!token.list("follow").isEmpty() || !token.list("locations").isEmpty()) {
      return new Reach.CutOff("searches find tracked words, not what a filter has by follow and locations");
    }
    return Search.reach(missed, session);
  }

  private static void search(String query, @Nullable String language, Interval missed, Session session) {
    new MaxIdWalk(which -> Search.search(query, null, language, which), session).walk(missed,
        Progress.NONE);
  }

  /** The words of a phrase belong together; phrases are alternatives, as many to a query as it takes. */
  static List<String> queries(List<String> phrases) {
    List<String> queries = new ArrayList<>();
    StringBuilder query = new StringBuilder();
    for (String phrase : phrases) {
      String part = phrase.indexOf(' ') < 0 ? phrase : "(" + phrase + ")";
      if (!query.isEmpty() && query.length() + OR.length() + part.length() > LONGEST_QUERY) {
        queries.add(query.toString());
        query.setLength(0);
      }
      query.append(query.isEmpty() ? "" : OR).append(part);
    }
    if (!query.isEmpty()) {
      queries.add(query.toString());
    }
    return queries;
  }
}
