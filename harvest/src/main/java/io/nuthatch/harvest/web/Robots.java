package io.nuthatch.harvest.web;

import crawlercommons.robots.BaseRobotRules;
import crawlercommons.robots.SimpleRobotRules;
import crawlercommons.robots.SimpleRobotRules.RobotRulesMode;
import crawlercommons.robots.SimpleRobotRulesParser;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * What a robots.txt lets us do (RFC 9309), and how long it wants us to wait.
 *
 * @param trouble why the file could not be had, or null
 */
record Robots(BaseRobotRules rules, @Nullable Outcome trouble) {

  /** A file may be longer; nobody has to read on. */
  static final int MOST_BYTES = 512 << 10;

  /** There is no file: all is allowed. */
  static final Robots NONE = new Robots(new SimpleRobotRules(RobotRulesMode.ALLOW_ALL), null);

  /** There may be one that cannot be had now: nothing is allowed. */
  static Robots unreached(Outcome trouble) {
    return new Robots(new SimpleRobotRules(RobotRulesMode.ALLOW_NONE), trouble);
  }

  static Robots parse(URI uri, byte[] file, String contentType, Collection<String> names) {
    return new Robots(new SimpleRobotRulesParser(Long.MAX_VALUE, Integer.MAX_VALUE)
        .parseContent(uri.toString(), file, contentType, names), null);
  }

  boolean allows(URI uri) {
    return rules.isAllowed(uri.toString());
  }

  Duration delay() {
    long millis = rules.getCrawlDelay();
    return millis > 0 ? Duration.ofMillis(millis) : Duration.ZERO;
  }
}
