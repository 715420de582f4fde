package io.nuthatch.simulator.platform;

import java.time.Duration;

/** How many calls a credential may make within a window, signed as a user and as an application. */
public record Quota(int user, int application, Duration window) {

  private static final Duration QUARTER_HOUR = Duration.ofMinutes(15);

  public static final Quota UNLIMITED = new Quota(Integer.MAX_VALUE, Integer.MAX_VALUE, QUARTER_HOUR);

  public static Quota perQuarterHour(int user, int application) {
    return new Quota(user, application, QUARTER_HOUR);
  }

  public boolean isLimited() {
    return user != Integer.MAX_VALUE || application != Integer.MAX_VALUE;
  }

  public int limit(Caller caller) {
    return caller.role() == Caller.Role.USER ? user : application;
  }
}
