package io.nuthatch.harvest.twitter1;

import io.nuthatch.harvest.ApiCall;
import io.nuthatch.harvest.HarvestException;
import io.nuthatch.harvest.Interval;
import io.nuthatch.harvest.Parameters;
import io.nuthatch.harvest.Session;
import io.nuthatch.harvest.Session.Page;
import io.nuthatch.harvest.twitter.IdSpan;
import io.nuthatch.harvest.twitter.Progress;
import io.nuthatch.model.NuthatchException.Kind;
import java.util.function.Function;

/**
 * Walks a list of v1.1 from the newest to the oldest: what is newer than {@code since_id}, page by page below
 * {@code max_id}, until a page is empty. A page that is merely short says nothing, since tweets are taken out of pages.
 */
final class MaxIdWalk {

  private final Function<Parameters, ApiCall> call;
  private final Session session;

  /** The function makes a call of the parameters that say which page. */
  MaxIdWalk(Function<Parameters, ApiCall> call, Session session) {
    this.call = call;
    this.session = session;
  }

  /** Returns how many tweets were seen. */
  long walk(Interval interval, Progress progress) {
    long newest = 0;
    long seen = 0;
    long max = interval.before() == null ? Long.MAX_VALUE : Long.parseLong(interval.before()) - 1;
    while (true) {
      Parameters which = Parameters.none().and("since_id", interval.after());
      Page page = session.call(call.apply(max == Long.MAX_VALUE ? which : which.and("max_id", max)));
      IdSpan span = IdSpan.of(page.items());
      if (span == null) {
        return seen;
      }
      if (span.newest() > max) {
        throw new HarvestException(Kind.TRANSIENT, "a page below max_id " + max + " has tweet " + span.newest()
            + "; the platform does not go on from page to page", null);
      }
      newest = Math.max(newest, span.newest());
      seen += page.items().size();
      progress.covered(page, Long.toString(newest), Long.toString(span.oldest()));
      max = span.oldest() - 1;
    }
  }
}
