package io.nuthatch.simulator.platform.twitter;

import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.platform.Links;
import java.util.List;

/** The addresses of pictures and films. On the small web they also say how large what is served should be. */
public final class TweetMedia {

  /** The bit rates in which a film is offered. */
  public static final List<Integer> BIT_RATES = List.of(632_000, 2_176_000);

  private TweetMedia() {
  }

  /** A photo, or the first picture of a film. */
  public static String still(Post.Media media, Links links) {
    String folder = media.type() == Post.Media.Type.PHOTO ? "media/" : "ext_tw_video_thumb/";
    return sized("https://pbs.twimg.com/" + folder + media.id() + ".jpg", "w=" + media.width() + "&h=" + media.height(),
        links);
  }

  public static String film(Post.Media media, int bitRate, Links links) {
    long bytes = (long) bitRate / 8 * Math.max(1_000, media.durationMillis()) / 1_000;
    return sized("https://video.twimg.com/ext_tw_video/" + media.id() + "/pu/vid/" + bitRate + ".mp4", "bytes=" + bytes,
        links);
  }

  /** The picture of an account. */
  public static String face(long accountId, Links links) {
    return sized("https://pbs.twimg.com/profile_images/" + accountId + "/face_normal.jpg", "w=48&h=48", links);
  }

  private static String sized(String address, String size, Links links) {
    return links.areAsWritten() ? address : links.address(address + "?" + size);
  }
}
