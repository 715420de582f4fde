package io.nuthatch.simulator;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that moves when a test says so. */
public final class HandClock implements InstantSource {

  private volatile Instant now;

  public HandClock(String start) {
    now = Instant.parse(start);
  }

  @Override
  public Instant instant() {
    return now;
  }

  public void advance(Duration by) {
    now = now.plus(by);
  }
}
