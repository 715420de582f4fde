package io.nuthatch.harvest.twitter2;

import io.nuthatch.archive.items.twitter.TweetId;
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
import io.nuthatch.harvest.twitter.Progress;
import io.nuthatch.model.message.SeedReference;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code tweets/search/recent}, which reaches back seven days, and {@code tweets/search/all}, which reaches everything. */
final class Search implements RestFlow {

  /*
   * Where a search begins and ends. A mark beats start_time and end_time, and they are told as ids as soon as one id is
   * needed, because the platform does not take both. Asking for more than seven days is an error, so a beginning near
   * the edge, which moves while a walk waits for quota, is left out; a little that was had before comes again.
   *
   * All of everything is the last thirty days, unless a beginning is named.
   */

  static final Search RECENT = new Search(Calls.RECENT);
  static final Search ALL = new Search(Calls.ALL);

  private static final int PAGE = 100;
  private static final Duration EDGE = Duration.ofHours(1);
  private static final Instant BEGINNING = Instant.parse("2006-03-21T00:00:00Z");

  /** Searches do not end in the last few seconds; a search that is to end then, ends now. */
  private static final Duration SETTLING = Duration.ofSeconds(30);

  private final String path;

  private Search(String path) {
    this.path = path;
  }

  @Override
  public Subject identify(SeedReference seed, Session session) {
    SeedToken token = token(seed);
    String window = Stream.of("start_time", "end_time").map(name -> Seeds.time(token, name))
        .map(time -> time == null ? "" : " " + time).collect(Collectors.joining("/"));
    return new Subject(seed, window.equals("/") ? query(seed) : query(seed) + window, null, null);
  }

  @Override
  public Reach walk(Subject subject, Interval interval, Session session) {
    SeedToken token = token(subject.seed());
    long limit = Seeds.limit(token);
    TokenWalk.Walked walked = new TokenWalk(
        which -> search(query(subject.seed()), which.and(span(token, interval, session.now()))), session, "next_token")
        .walk(session::covered, limit);
    if (walked.more()) {
      return new Reach.CutOff("the seed's limit of " + limit + " tweets is reached; raise it to have more");
    }
    return reach(interval, session);
  }

  private Reach reach(Interval interval, Session session) {
    String beginning = interval.after() == null ? interval.before() : interval.after();
    return path.equals(Calls.RECENT) && IdSpan.isBeyondSearch(beginning, session.now())
        ? new Reach.CutOff("recent searches reach back seven days; what was posted before cannot be found any more")
        : Reach.WHOLE;
  }

  /** What was posted between two times, for a stream that missed it. */
  static Reach between(String query, Interval missed, Session session) {
    new TokenWalk(
        which -> RECENT.search(query,
            which.and("since_id", RECENT.within(missed.after(), session.now())).and("until_id", missed.before())),
        session, "next_token").walk(Progress.NONE, Long.MAX_VALUE);
    return RECENT.reach(missed, session);
  }

  private Parameters span(SeedToken token, Interval interval, Instant now) {
    boolean first = interval.after() == null;
    Instant start = first ? Seeds.time(token, "start_time") : null;
    Instant end = first ? Seeds.time(token, "end_time") : null;
    if (start != null && within(before(start), now) == null) {
      start = null;
    }
    if (end != null && end.isAfter(now.minus(SETTLING))) {
      end = null;
    }
    if (first && interval.before() == null) {
      Instant beginning = start == null && path.equals(Calls.ALL) ? BEGINNING : start;
      return Parameters.none().and("start_time", text(beginning)).and("end_time", text(end));
    }
    String since = start == null ? interval.after() : before(start);
    return Parameters.none().and("since_id", since == null && path.equals(Calls.ALL) ? "1" : within(since, now))
        .and("until_id", interval.before());
  }

  private static @Nullable String text(@Nullable Instant time) {
    return time == null ? null : time.toString();
  }

  /** A beginning, unless it is too near the edge of what can be searched. */
  private @Nullable String within(@Nullable String position, Instant now) {
    return path.equals(Calls.RECENT) && IdSpan.isBeyondSearch(position, now.plus(EDGE)) ? null : position;
  }

  private static String before(Instant time) {
    return Long.toString(TweetId.first(time) - 1);
  }

  private ApiCall search(String query, Parameters which) {
    return Calls.tweets(path, which.and("query", query).and("max_results", PAGE), path);
  }

  private SeedToken token(SeedReference seed) {
    return path.equals(Calls.ALL) ? Seeds.all(seed) : Seeds.recent(seed);
  }

  private String query(SeedReference seed) {
    return Seeds.query(token(seed));
  }

  @Override
  public Cost cost(SeedReference seed, long items) {
    long pages = Math.max(1, Math.ceilDiv(Math.min(items, Seeds.limit(token(seed))), PAGE));
    return path.equals(Calls.ALL)
        ? Cost.of(path, pages, 1, Duration.ofSeconds(1))
        : Cost.of(path, pages, 300, Duration.ofMinutes(15));
  }
}
