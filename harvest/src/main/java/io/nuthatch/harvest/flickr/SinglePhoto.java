package io.nuthatch.harvest.flickr;

import io.nuthatch.archive.items.Lenient;
import io.nuthatch.harvest.HarvestType.Cost;
import io.nuthatch.harvest.Interval;
import io.nuthatch.harvest.Reach;
import io.nuthatch.harvest.RestFlow;
import io.nuthatch.harvest.Session;
import io.nuthatch.harvest.Session.Page;
import io.nuthatch.harvest.Subject;
import io.nuthatch.model.message.SeedReference;
import java.util.Objects;

/**
 * {@code flickr_photo}: one photo as it is now. Its position is when it was last changed; sizes are asked for again only
 * if it was.
 */
final class SinglePhoto implements RestFlow {

  @Override
  public Subject identify(SeedReference seed, Session session) {
    return new Subject(seed, Seeds.photo(seed), null, null);
  }

  @Override
  public Reach walk(Subject subject, Interval interval, Session session) {
    Page info = session.call(Calls.photo(Calls.INFO, subject.key()));
    if (info.items().isEmpty()) {
      session.warn("token_not_found", "photo " + subject.key() + " is not there, or not public: "
          + Objects.requireNonNullElse(Lenient.text(info.json(), "message"), ""), subject.seed().id());
      return Reach.WHOLE;
    }
    long changed = Lenient.number(info.json().path("photo").path("dates"), "lastupdate", 0);
    Position now = new Position(changed, Long.parseLong(subject.key()));
    Position before = Position.parse(interval.after());
    Page last = before != null && before.compareTo(now) >= 0
        ? info
        : session.call(Calls.photo(Calls.SIZES, subject.key()));
    session.covered(last, now.toString(), now.toString());
    return Reach.WHOLE;
  }

  @Override
  public Cost cost(SeedReference seed, long items) {
    return Calls.cost(2);
  }
}
