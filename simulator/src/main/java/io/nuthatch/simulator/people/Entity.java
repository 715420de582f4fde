package io.nuthatch.simulator.people;

/** A part of a text with a meaning. It spans the code points from start (inclusive) to end (exclusive). */
public sealed interface Entity {

  int start();

  int end();

  record Hashtag(int start, int end, String tag) implements Entity {
  }

  record Mention(int start, int end, long accountId, String screenName, String name) implements Entity {
  }

  /** A link, shortened in the text to {@code https://t.co/} and a code. */
  record Link(int start, int end, String code, String target) implements Entity {
  }
}
