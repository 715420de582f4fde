package io.nuthatch.model;

/** How often a post was liked, shared and so on; {@link #UNKNOWN} where the platform does not say. */
public record Counters(long likes, long reposts, long replies, long quotes, long views, long bookmarks) {

  public static final long UNKNOWN = -1;

  public static final Counters NONE = new Counters(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);
}
