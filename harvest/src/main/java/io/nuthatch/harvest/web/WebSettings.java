package io.nuthatch.harvest.web;

import java.time.Duration;
import java.util.List;

/**
 * What a node allows and how gentle it is; a collection's options work within it.
 *
 * @param allowed networks that may be fetched from although they are not public
 * @param parallel how many hosts one harvest fetches from at a time
 * @param pause between two fetches from one host
 * @param longestPause what is honoured of a host's wish for more: a crawl delay, a Retry-After
 * @param tries how often a fetch is tried that fails for a passing reason
 */
public record WebSettings(List<String> allowed, int parallel, Duration pause, Duration longestPause, int tries) {

  public static final WebSettings STANDARD = new WebSettings(List.of(), 32, Duration.ofSeconds(1),
      Duration.ofMinutes(2),
      3);

  public WebSettings {
    allowed = List.copyOf(allowed);
    if (parallel < 1 || tries < 1 || pause.isNegative() || longestPause.compareTo(pause) < 0) {
      throw new IllegalArgumentException(
          "a harvest of the web needs at least one host at a time and one try, and a pause"
              + " that is not longer than the longest: " + parallel + ", " + tries + ", " + pause + ", "
              + longestPause);
    }
  }
}
