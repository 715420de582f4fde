package io.nuthatch.simulator.people;

import io.nuthatch.simulator.people.Post.Kind;
import io.nuthatch.simulator.people.Post.Point;
import org.jspecify.annotations.Nullable;

/**
 * A post that a test writes itself. Hashtags, mentions and links are found in its text.
 *
 * @param reference the id of the post that is repeated, answered or quoted; 0 for an original
 */
public record NewPost(String text, Kind kind, long reference, int photos, String language, @Nullable Point point) {

  public static NewPost saying(String text) {
    return new NewPost(text, Kind.ORIGINAL, 0, 0, "en", null);
  }

  public static NewPost retweetOf(long id) {
    return new NewPost("", Kind.RETWEET, id, 0, "en", null);
  }

  public NewPost answering(long id) {
    return new NewPost(text, Kind.REPLY, id, photos, language, point);
  }

  public NewPost quoting(long id) {
    return new NewPost(text, Kind.QUOTE, id, photos, language, point);
  }

  public NewPost withPhotos(int count) {
    return new NewPost(text, kind, reference, count, language, point);
  }

  public NewPost in(String code) {
    return new NewPost(text, kind, reference, photos, code, point);
  }

  public NewPost at(Point place) {
    return new NewPost(text, kind, reference, photos, language, place);
  }
}
