package io.nuthatch.harvest.twitter2;

import io.nuthatch.archive.items.Lenient;
import io.nuthatch.harvest.Session;
import io.nuthatch.harvest.Subject;
import io.nuthatch.harvest.twitter.AccountSeeds;
import io.nuthatch.model.message.SeedReference;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** Who an account is, under which name, and how much it has posted. */
final class Users {

  private Users() {
  }

  /** The account by its id, which lasts, and only without one by its name. */
  static Subject identify(SeedReference seed, Session session) {
    SeedReference proper = AccountSeeds.proper(seed);
    JsonNode user = session.call(proper.uid() != null
        ? Calls.user(proper.uid())
        : Calls.userByName(String.valueOf(proper.tokenText())))
        .json().path("data");
    String id = Objects.requireNonNull(Lenient.id(user, "id", "id"));
    return new Subject(seed, id, id, Lenient.text(user, "username"));
  }

  /** How many tweets an account has by its own count. */
  static long count(String id, Session session) {
    return Lenient.number(session.call(Calls.user(id)).json().path("data").path("public_metrics"), "tweet_count",
        Long.MAX_VALUE);
  }
}
