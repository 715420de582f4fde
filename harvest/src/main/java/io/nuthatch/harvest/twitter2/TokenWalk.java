package io.nuthatch.harvest.twitter2;

import io.nuthatch.archive.items.Lenient;
import io.nuthatch.harvest.ApiCall;
import io.nuthatch.harvest.HarvestException;
import io.nuthatch.harvest.Parameters;
import io.nuthatch.harvest.Session;
import io.nuthatch.harvest.Session.Page;
import io.nuthatch.harvest.twitter.IdSpan;
import io.nuthatch.harvest.twitter.Progress;
import io.nuthatch.model.NuthatchException.Kind;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Walks a list of v2 from the newest to the oldest, led from page to page by {@code next_token}. A page may be empty and
 * lead on. Where a walk is taken up again, it begins anew at an id; tokens do not outlive it.
 */
final class TokenWalk {

  /** How many tweets were seen, and whether there were more. */
  record Walked(long seen, boolean more) {
  }

  private final Function<Parameters, ApiCall> call;
  private final Session session;
  private final String tokenName;

  /**
   * Prepares a walk.
   *
   * @param call makes a call of the parameters that say which page
   * @param tokenName what the parameter for the next page's token is called
   */
  TokenWalk(Function<Parameters, ApiCall> call, Session session, String tokenName) {
    this.call = call;
    this.session = session;
    this.tokenName = tokenName;
  }

  /** Goes on to the end, or to the page with which it has seen {@code limit}. */
  Walked walk(Progress progress, long limit) {
    long newest = 0;
    long seen = 0;
    String token = null;
    while (true) {
      Page page = session.call(call.apply(Parameters.none().and(tokenName, token)));
      IdSpan span = IdSpan.of(page.items());
      if (span != null) {
        newest = Math.max(newest, span.newest());
        seen += page.items().size();
        progress.covered(page, Long.toString(newest), Long.toString(span.oldest()));
      }
      String next = Lenient.text(page.json().path("meta"), "next_token");
      if (next == null || seen >= limit) {
        return new Walked(seen, next != null);
      }
      requireOther(token, next);
      token = next;
    }
  }

  private static void requireOther(@Nullable String token, String next) {
    if (next.equals(token)) {
      throw new HarvestException(Kind.TRANSIENT,
          "a page leads to itself by token " + token + "; the platform does not go on from page to page", null);
    }
  }
}
