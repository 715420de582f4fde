package io.nuthatch.simulator.people;

/** The numbers on a post at a moment. None of them ever falls while the post is to be seen. */
public record Engagement(long retweets, long likes, long replies, long quotes, long views, long bookmarks) {

  public static final Engagement NONE = new Engagement(0, 0, 0, 0, 0, 0);
}
