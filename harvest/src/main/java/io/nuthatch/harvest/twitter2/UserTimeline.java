package io.nuthatch.harvest.twitter2;

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

/** {@code users/:id/tweets}: what an account has posted, as far back as its 3,200th newest tweet. */
final class UserTimeline implements RestFlow {

  /*
   * Whether the end of the list is the end of the interval is told as for v1.1: by a walk from the top that is short
   * enough, by a tweet at or below the old mark, or by the account's own count.
   */

  private static final int PAGE = 100;
  private static final int SMALLEST_PAGE = 5;
  private static final int DEPTH = 3_200;
  private static final int SURELY_WITHIN = DEPTH / 2;
  private static final Duration WINDOW = Duration.ofMinutes(15);
  private static final int CALLS = 900;

  @Override
  public Subject identify(SeedReference seed, Session session) {
    return Users.identify(seed, session);
  }

  @Override
  public Reach walk(Subject subject, Interval interval, Session session) {
    TokenWalk walk = new TokenWalk(
        which -> timeline(subject,
            which.and("since_id", interval.after()).and("until_id", interval.before()).and("max_results", PAGE)),
        session, "pagination_token");
    long seen = walk.walk(session::covered, Long.MAX_VALUE).seen();
    boolean within = interval.before() == null && seen < SURELY_WITHIN;
    return within || isWithinDepth(subject, interval, session)
        ? Reach.WHOLE
        : new Reach.CutOff("the platform shows the newest 3,200 tweets of an account; older ones cannot be had");
  }

  private static boolean isWithinDepth(Subject subject, Interval interval, Session session) {
    if (interval.after() != null) {
      String justAbove = Long.toString(Long.parseLong(interval.after()) + 1);
      Parameters which = Parameters.of("until_id", justAbove).and("max_results", SMALLEST_PAGE);
      if (!session.call(timeline(subject, which)).items().isEmpty()) {
        return true;
      }
    }
    return Users.count(subject.key(), session) <= DEPTH;
  }

  private static ApiCall timeline(Subject subject, Parameters which) {
    return Calls.tweets("/users/" + subject.key() + "/tweets", which, Calls.TIMELINE);
  }

  @Override
  public Cost cost(SeedReference seed, long items) {
    long pages = Math.max(1, Math.ceilDiv(Math.min(items, DEPTH), PAGE));
    return Cost.of(seed.uid() == null ? Calls.USER_BY_NAME : Calls.USER, 1, CALLS, WINDOW)
        .and(Cost.of(Calls.TIMELINE, pages, CALLS, WINDOW));
  }
}
