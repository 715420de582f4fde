package io.nuthatch.feed.content;

import org.jspecify.annotations.Nullable;

/**
 * Which part of a list of posts is wanted. With a positive limit those older than the anchor and nearest to it, or the
 * newest when there is none; with a negative limit those newer than the anchor and nearest to it. The anchor itself is
 * never among them and need not be the id of a post. Nothing is nearest to no anchor from above, so that page is empty, and so is
 * one with the limit 0.
 *
 * @param limit how many at most; no more than {@link #MOST} are given whatever it says
 */
public record Page(int limit, @Nullable Long anchor) {

  public static final int MOST = 10_000;

  public static Page newest(int limit) {
    return new Page(limit, null);
  }

  public static Page olderThan(long anchor, int limit) {
    return new Page(limit, anchor);
  }

  public static Page newerThan(long anchor, int limit) {
    return new Page(-limit, anchor);
  }

  boolean empty() {
    return limit == 0 || (limit < 0 && anchor == null);
  }

  boolean older() {
    return limit > 0;
  }

  int size() {
    return limit > 0 ? Math.min(limit, MOST) : -Math.max(limit, -MOST);
  }

  long from() {
    return anchor == null ? Long.MAX_VALUE : anchor;
  }
}
