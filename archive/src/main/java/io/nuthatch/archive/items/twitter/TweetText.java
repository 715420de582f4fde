package io.nuthatch.archive.items.twitter;

/** The text of tweets, in which the platform writes three characters as HTML does and all others as they are. */
public final class TweetText {

  private TweetText() {
  }

  /** The text as its author wrote it. */
  public static String plain(String text) {
    return text.indexOf('&') < 0 ? text : text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
  }
}
