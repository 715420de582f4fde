package io.nuthatch.harvest.flickr;

import io.nuthatch.archive.items.Lenient;
import io.nuthatch.harvest.HarvestType.Cost;
import io.nuthatch.harvest.Interval;
import io.nuthatch.harvest.Parameters;
import io.nuthatch.harvest.Reach;
import io.nuthatch.harvest.RestFlow;
import io.nuthatch.harvest.Session;
import io.nuthatch.harvest.Session.Page;
import io.nuthatch.harvest.Subject;
import io.nuthatch.model.message.SeedReference;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** {@code flickr_user}: the public photos of a person, each with all about it and its sizes. */
final class UserPhotos implements RestFlow {

  /** The person by NSID, which lasts, and only without one by name. */
  @Override
  public Subject identify(SeedReference seed, Session session) {
    SeedReference proper = Seeds.person(seed);
    JsonNode person = proper.uid() != null
        ? session.call(Calls.of(Calls.PERSON, Parameters.of("user_id", proper.uid()))).json().path("person")
        : session.call(Calls.of(Calls.FIND_PERSON, Parameters.none().and("username", proper.tokenText()))).json()
            .path("user");
    String nsid = Objects.requireNonNull(Lenient.text(person, "nsid"));
    return new Subject(seed, nsid, nsid, Lenient.text(person.path("username"), "_content"));
  }

  @Override
  public Reach walk(Subject subject, Interval interval, Session session) {
    Listing listing = new Listing(subject.key(), interval, session);
    Position newest = null;
    for (List<Position> photos = listing.next(); !photos.isEmpty(); photos = listing.next()) {
      for (Position photo : photos) {
        newest = newest == null ? photo : newest;
        session.covered(photo(Long.toString(photo.id()), session), newest.toString(), photo.toString());
      }
    }
    return Reach.WHOLE;
  }

  /** Calls for a photo and its sizes; one that has gone since it was listed has neither. */
  static Page photo(String id, Session session) {
    Page info = session.call(Calls.photo(Calls.INFO, id));
    return info.items().isEmpty() ? info : session.call(Calls.photo(Calls.SIZES, id));
  }

  @Override
  public Cost cost(SeedReference seed, long items) {
    return Calls.cost(1 + Math.max(1, Math.ceilDiv(items, Calls.PAGE)) + 2 * items);
  }
}
