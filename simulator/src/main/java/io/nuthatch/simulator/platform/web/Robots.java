package io.nuthatch.simulator.platform.web;

import io.nuthatch.simulator.platform.Reply;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** What a host's {@code robots.txt} says. A host whose name begins with one of these words has that file. */
public enum Robots {
  /** Everything but what is private. */
  OPEN("User-agent: *\nDisallow: /private/\nDisallow: " + Web.PREFIX + "/*/private/\nAllow: /\n"),
  /** Nothing. */
  CLOSED("User-agent: *\nDisallow: /\n"),
  /** Everything, but not all at once. */
  DELAYED("User-agent: *\nCrawl-delay: 1\nAllow: /\n"),
  /** There is no such file. */
  MISSING(""),
  /** The file is there, and the server fails to deliver it. */
  BROKEN("");

  private final String text;

  Robots(String text) {
    this.text = text;
  }

  Reply reply() {
    int status = switch (this) {
      case MISSING -> 404;
      case BROKEN -> 500;
      default -> 200;
    };
    return new Reply.Document(status, Map.of(), "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
  }
}
