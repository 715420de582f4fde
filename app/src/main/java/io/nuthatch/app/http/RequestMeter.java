package io.nuthatch.app.http;

import java.time.Duration;

/** Hears of every request that was answered. */
@FunctionalInterface
public interface RequestMeter {

  /** The path is the endpoint's, with names for its parts, so that the number of different ones stays small. */
  void answered(String method, String path, int status, Duration took);
}
