package io.nuthatch.simulator.platform.twitter;

import io.nuthatch.simulator.people.Entity;
import io.nuthatch.simulator.people.Post;
import java.util.ArrayList;
import java.util.List;

/**
 * The text of a tweet in one of the shapes the APIs know: in full; cut to 140 characters with a link to the rest; or as a
 * retweet, which begins with RT and whom it repeats. All positions count code points.
 *
 * @param displayStart where the text begins that a reader should see: after the names a reply begins with
 * @param displayEnd where it ends: before the link to the tweet's media
 * @param media whether the tweet's media are part of this shape
 */
public record TweetText(String text, boolean truncated, int displayStart, int displayEnd, List<Entity> entities,
    boolean media) {

  private static final int CLASSIC_LENGTH = 140;
  private static final int LINK_LENGTH = 23;
  private static final int LONGEST_DISPLAY = 26;
  public static final String SHORT = "https://t.co/";

  /** Everything that was written. */
  public static TweetText full(Post post) {
    Post.Body body = post.body();
    int length = length(body.text());
    String text = body.media().isEmpty() ? body.text() : body.text() + " " + SHORT + body.mediaCode();
    int start = post.kind() == Post.Kind.REPLY && body.entities()
        .stream()
        .findFirst()
        .filter(entity -> entity instanceof Entity.Mention && entity.start() == 0)
        .isPresent() ? Math.min(length, body.entities().getFirst().end() + 1) : 0;
    return new TweetText(text, false, start, length, body.entities(), true);
  }

  /** As clients see it that know nothing of more than 140 characters. */
  public static TweetText classic(Post post) {
    TweetText full = full(post);
    if (length(full.text) <= CLASSIC_LENGTH) {
      return full;
    }
    int cut = CLASSIC_LENGTH - LINK_LENGTH - 2;
    String id = Long.toString(post.id());
    List<Entity> entities = new ArrayList<>(full.entities.stream().filter(entity -> entity.end() <= cut).toList());
    entities.add(new Entity.Link(cut + 2, CLASSIC_LENGTH, "s" + id.substring(id.length() - 9),
        "https://twitter.com/i/web/status/" + id));
    String text = head(full.text, cut) + "… " + SHORT + "s" + id.substring(id.length() - 9);
    return new TweetText(text, true, 0, CLASSIC_LENGTH, entities, false);
  }

  /** A retweet's own text, which no client should need. */
  public static TweetText retweet(Post original, String author, String authorName) {
    TweetText full = full(original);
    String prefix = "RT @" + author + ": ";
    int shift = length(prefix);
    int room = CLASSIC_LENGTH - shift;
    boolean fits = length(full.text) <= room;
    List<Entity> entities = new ArrayList<>();
    entities.add(new Entity.Mention(3, shift - 2, original.authorId(), author, authorName));
    for (Entity entity : full.entities) {
      if (fits || entity.end() < room) {
        entities.add(shifted(entity, shift));
      }
    }
    String text = prefix + (fits ? full.text : head(full.text, room - 1) + "…");
    return new TweetText(text, false, 0, length(text), entities, fits);
  }

  private static Entity shifted(Entity entity, int by) {
    int start = entity.start() + by;
    int end = entity.end() + by;
    return switch (entity) {
      case Entity.Hashtag tag -> new Entity.Hashtag(start, end, tag.tag());
      case Entity.Mention mention ->
        new Entity.Mention(start, end, mention.accountId(), mention.screenName(), mention.name());
      case Entity.Link link -> new Entity.Link(start, end, link.code(), link.target());
    };
  }

  /** A link's address as a reader sees it. */
  public static String display(String target) {
    String shown = target.replaceFirst("^https?://(www\\.)?", "");
    return shown.length() > LONGEST_DISPLAY ? shown.substring(0, LONGEST_DISPLAY) + "…" : shown;
  }

  public static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  private static String head(String text, int codePoints) {
    return text.substring(0, text.offsetByCodePoints(0, codePoints));
  }
}
