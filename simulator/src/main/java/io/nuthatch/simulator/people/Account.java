package io.nuthatch.simulator.people;

import java.time.Instant;

/** An account as it is at one moment. */
public record Account(long id, Profile profile, Tally tally, AccountState state, Instant created) {

  public record Profile(String screenName, String name, String bio, String location, String language,
      boolean verified) {
  }

  /** The counters of an account; most followers live outside the part of the platform that is simulated. */
  public record Tally(long followers, long following, long posts, long likes, long listed) {
  }

  public String screenName() {
    return profile.screenName();
  }

  /** The account's number: 0 is the most followed of the world. Explicit accounts come after the computed ones. */
  public int number() {
    return AccountIds.account(id);
  }
}
