package io.nuthatch.harvest.twitter1;

import io.nuthatch.harvest.ApiCall;
import io.nuthatch.harvest.HarvestType.Cost;
import io.nuthatch.harvest.Interval;
import io.nuthatch.harvest.Parameters;
import io.nuthatch.harvest.Reach;
import io.nuthatch.harvest.RestFlow;
import io.nuthatch.harvest.SeedToken;
import io.nuthatch.harvest.Session;
import io.nuthatch.harvest.Subject;
import io.nuthatch.harvest.twitter.IdSpan;
import io.nuthatch.model.message.SeedReference;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** {@code search/tweets}: what was posted in the last seven days with certain words, or near a place. */
final class Search implements RestFlow {

  static final String PATH = "/search/tweets.json";
  private static final String FAMILY = "/search/tweets";
  private static final int PAGE = 100;
  private static final int CALLS = 180;
  private static final Duration WINDOW = Duration.ofMinutes(15);

  @Override
  public Subject identify(SeedReference seed, Session session) {
    SeedToken token = Seeds.search(seed);
    String query = token.text("query");
    String geocode = token.text("geocode");
    String key = query != null && geocode != null ? query + ":" + geocode : Objects.requireNonNullElse(query, geocode);
    return new Subject(seed, Objects.requireNonNull(key), null, null);
  }

  @Override
  public Reach walk(Subject subject, Interval interval, Session session) {
    SeedToken token = Seeds.search(subject.seed());
    new MaxIdWalk(which -> search(token.text("query"), token.text("geocode"), null, which), session).walk(interval,
        session::covered);
    return reach(interval, session);
  }

  /** Whether a search can still have come to the beginning of an interval. Without one, it begins where searches do. */
  static Reach reach(Interval interval, Session session) {
    String beginning = interval.after() == null ? interval.before() : interval.after();
    return IdSpan.isBeyondSearch(beginning, session.now())
        ? new Reach.CutOff("searches reach back seven days; what was posted before cannot be found any more")
        : Reach.WHOLE;
  }

  static ApiCall search(@Nullable String query, @Nullable String geocode, @Nullable String language,
      Parameters which) {
    return ApiCall.get(PATH,
        Parameters.of("q", Objects.requireNonNullElse(query, "")).and("geocode", geocode).and("lang", language)
            .and("count", PAGE).and("result_type", "recent").and("tweet_mode", "extended").and(which).map(),
        FAMILY);
  }

  @Override
  public Cost cost(SeedReference seed, long items) {
    return Cost.of(FAMILY, Math.ceilDiv(items, PAGE) + 1, CALLS, WINDOW);
  }
}
