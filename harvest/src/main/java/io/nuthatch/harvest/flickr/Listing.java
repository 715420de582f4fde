package io.nuthatch.harvest.flickr;

import io.nuthatch.archive.items.Lenient;
import io.nuthatch.harvest.HarvestException;
import io.nuthatch.harvest.Interval;
import io.nuthatch.harvest.Session;
import io.nuthatch.model.NuthatchException.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The photos of a person within an interval, the newest first, each once, a portion at a time. Photos that come or go
 * while it is read make it miss none of the others.
 */
final class Listing {

  /*
   * Pages are numbered, so they shift. New photos push others down: some are seen twice, which the position tells.
   * Deleted ones pull others up, past the page that is read next; as the total then has become smaller, by at least as
   * much as they moved, that many pages are read again.
   *
   * Order. Photos of the same second may stand in any order, also across the end of a page. Those of the last second of
   * a page wait for the next one, so that what is handed out falls strictly.
   */

  private static final int MOST_RETURNS = 50;

  private final String nsid;
  private final Session session;
  private final @Nullable Position after;
  private final NavigableSet<Position> waiting = new TreeSet<>(Comparator.reverseOrder());
  private @Nullable Position bound;
  private int page = 1;
  private long total = -1;
  private int returns;
  private long unfinishedSecond = Long.MAX_VALUE;
  private boolean ended;

  Listing(String nsid, Interval interval, Session session) {
    this.nsid = nsid;
    this.session = session;
    after = Position.parse(interval.after());
    bound = Position.parse(interval.before());
  }

  /** The next photos; empty when there are no more. */
  List<Position> next() {
    while (!ended) {
      read(session.call(Calls.photos(nsid, page)).json().path("photos"));
      List<Position> ready = ready();
      if (!ready.isEmpty()) {
        return ready;
      }
    }
    return List.of();
  }

  private void read(JsonNode photos) {
    long count = Lenient.number(photos, "total", 0);
    long gone = total - count;
    total = count;
    if (page > 1 && gone > 0) {
      if (++returns > MOST_RETURNS) {
        throw new HarvestException(Kind.TRANSIENT, "the list of photos of " + nsid
            + " does not hold still: it became shorter " + returns + " times while it was read", null);
      }
      page = (int) Math.max(1, page - Math.ceilDiv(gone, Calls.PAGE));
      return;
    }
    long lastSecond = Long.MAX_VALUE;
    for (JsonNode photo : photos.path("photo")) {
      Position position = Position.of(photo);
      lastSecond = Math.min(lastSecond, position.uploaded());
      if (isWithin(position)) {
        waiting.add(position);
      }
    }
    boolean past = after != null && lastSecond < after.uploaded();
    ended = past || page >= Lenient.number(photos, "pages", 0);
    unfinishedSecond = ended ? -1 : lastSecond;
    page++;
  }

  private boolean isWithin(Position position) {
    return (after == null || position.compareTo(after) > 0) && (bound == null || position.compareTo(bound) < 0);
  }

  private List<Position> ready() {
    List<Position> ready = new ArrayList<>();
    while (!waiting.isEmpty() && waiting.first().uploaded() > unfinishedSecond) {
      ready.add(waiting.removeFirst());
    }
    if (!ready.isEmpty()) {
      bound = ready.getLast();
    }
    return ready;
  }
}
