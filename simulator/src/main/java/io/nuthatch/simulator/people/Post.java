package io.nuthatch.simulator.people;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One version of a post, as it is at a moment. An edit is another post with an id of its own; {@code versions} has the
 * ids of all versions there are by then, the oldest first.
 *
 * @param reference the post that is repeated, answered or quoted; absent for an original
 * @param body what was written; for a retweet, the body of the post it repeats
 */
public record Post(long id, Kind kind, @Nullable Reference reference, Body body, List<Long> versions) {

  public enum Kind {
    ORIGINAL,
    RETWEET,
    REPLY,
    QUOTE
  }

  public record Reference(long id) {

    public long authorId() {
      return AccountIds.id(Snowflake.account(id));
    }
  }

  /**
   * What a post says.
   *
   * @param text as the platform shows it, links shortened
   * @param mediaCode the short link under which all media of the post appear, empty without media
   */
  public record Body(String text, String language, List<Entity> entities, List<Media> media, String mediaCode,
      @Nullable Point point) {
  }

  /** A place on the globe, in degrees. */
  public record Point(double latitude, double longitude) {
  }

  public record Media(long id, Type type, int width, int height, int durationMillis) {

    public enum Type {
      PHOTO,
      VIDEO,
      ANIMATION
    }
  }

  public Instant createdAt() {
    return Snowflake.instant(id);
  }

  public long authorId() {
    return AccountIds.id(Snowflake.account(id));
  }

  /** The first version of this post. */
  public long origin() {
    return versions.getFirst();
  }

  int author() {
    return Snowflake.account(id);
  }
}
