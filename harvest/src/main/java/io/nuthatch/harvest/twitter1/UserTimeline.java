package io.nuthatch.harvest.twitter1;

import io.nuthatch.harvest.ApiCall;
import io.nuthatch.harvest.HarvestType.Cost;
import io.nuthatch.harvest.Interval;
import io.nuthatch.harvest.Parameters;
import io.nuthatch.harvest.Reach;
import io.nuthatch.harvest.RestFlow;
import io.nuthatch.harvest.Session;
import io.nuthatch.harvest.Subject;
import io.nuthatch.model.message.SeedReference;
import java.time.Duration;

/** {@code statuses/user_timeline}: what an account has posted, as far back as its 3,200th newest tweet. */
final class UserTimeline implements RestFlow {

  /*
   * Whether the end of the list is the end of the interval. Past the 3,200th tweet the platform answers as if there were
   * no more. A walk from the top that has seen few enough cannot have come that far. Otherwise a tweet at or below the
   * old mark that can still be had proves that all above it could be; and an account that has not posted more than
   * 3,200 times has none out of reach. Where nothing proves it, the rest counts as out of reach.
   */

  static final String PATH = "/statuses/user_timeline.json";
  private static final String FAMILY = "/statuses/user_timeline";
  private static final int PAGE = 200;
  private static final int DEPTH = 3_200;
  private static final Duration WINDOW = Duration.ofMinutes(15);
  private static final int CALLS = 900;

  /** Tweets within the depth may be hidden, reposts of deleted ones for example; not every other one. */
  private static final int SURELY_WITHIN = DEPTH / 2;

  @Override
  public Subject identify(SeedReference seed, Session session) {
    return Users.identify(seed, session);
  }

  @Override
  public Reach walk(Subject subject, Interval interval, Session session) {
    long seen = new MaxIdWalk(which -> timeline(subject, which, PAGE), session).walk(interval, session::covered);
    boolean within = interval.before() == null && seen < SURELY_WITHIN;
    return within || isWithinDepth(subject, interval, session)
        ? Reach.WHOLE
        : new Reach.CutOff("the platform shows the newest 3,200 tweets of an account; older ones cannot be had");
  }

  private static boolean isWithinDepth(Subject subject, Interval interval, Session session) {
    if (interval.after() != null) {
      Parameters which = Parameters.of("max_id", interval.after());
      if (!session.call(timeline(subject, which, 1)).items().isEmpty()) {
        return true;
      }
    }
    return Users.count(subject.key(), session) <= DEPTH;
  }

  private static ApiCall timeline(Subject subject, Parameters which, int count) {
    return ApiCall.get(PATH, Parameters.of("user_id", subject.key()).and("count", count)
        .and("tweet_mode", "extended").and(which).map(), FAMILY);
  }

  @Override
  public Cost cost(SeedReference seed, long items) {
    long pages = Math.ceilDiv(Math.min(items, DEPTH), PAGE) + 1;
    return Cost.of(Users.FAMILY, 1, CALLS, WINDOW).and(Cost.of(FAMILY, pages, CALLS, WINDOW));
  }
}
