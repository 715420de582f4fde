package io.nuthatch.harvest.twitter1;

import io.nuthatch.archive.items.Lenient;
import io.nuthatch.harvest.ApiCall;
import io.nuthatch.harvest.Parameters;
import io.nuthatch.harvest.Session;
import io.nuthatch.harvest.Subject;
import io.nuthatch.harvest.twitter.AccountSeeds;
import io.nuthatch.model.message.SeedReference;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** {@code users/show}: who an account is, under which name, and how much it has posted. */
final class Users {

  static final String SHOW = "/users/show.json";
  static final String FAMILY = "/users/show";

  private Users() {
  }

  /** The account by its id, which lasts, and only without one by its name. */
  static Subject identify(SeedReference seed, Session session) {
    SeedReference proper = AccountSeeds.proper(seed);
    ApiCall call = show(proper.uid() != null
        ? Parameters.of("user_id", proper.uid())
        : Parameters.none().and("screen_name", proper.tokenText()));
    JsonNode user = session.call(call).json();
    String id = Objects.requireNonNull(Lenient.id(user, "id_str", "id"));
    return new Subject(seed, id, id, Lenient.text(user, "screen_name"));
  }

  /** How many tweets an account has by its own count. */
  static long count(String id, Session session) {
    return Lenient.number(session.call(show(Parameters.of("user_id", id))).json(), "statuses_count", Long.MAX_VALUE);
  }

  private static ApiCall show(Parameters who) {
    return ApiCall.get(SHOW, who.map(), FAMILY);
  }
}
