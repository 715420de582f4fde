package io.nuthatch.simulator.platform.twitter;

import io.nuthatch.simulator.people.Entity;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.platform.Links;
import java.util.ArrayList;
import java.util.List;

/**
 * The text of a tweet in one of the shapes the APIs know: in full; cut to 140 characters with a link to the rest; or as a
 * retweet, which begins with RT and whom it repeats. All positions count code points.
 *
 * @param displayStart where the text begins that a reader should see: after the names a reply begins with
 * @param displayEnd where it ends: before the link to the tweet's media
 * @param mediaLink the link to the tweet's media at the end of the text; empty when they are no part of this shape
 */
public record TweetText(String text, boolean truncated, int displayStart, int displayEnd, List<Entity> entities,
    String mediaLink) {

  private static final int CLASSIC_LENGTH = 140;
  private static final int LINK_LENGTH = 23;
  private static final int LONGEST_DISPLAY = 26;
  private static final String SHORT = "https://t.co/";

  /** Everything that was written. */
  public static TweetText full(Post post) {
    Post.Body body = post.body();
    int length = length(body.text());
    String mediaLink = body.media().isEmpty() ? "" : SHORT + body.mediaCode();
    String text = mediaLink.isEmpty() ? body.text() : body.text() + " " + mediaLink;
    int start = post.kind() == Post.Kind.REPLY && body.entities()
        .stream()
        .findFirst()
        .filter(entity -> entity instanceof Entity.Mention && entity.start() == 0)
        .isPresent() ? Math.min(length, body.entities().getFirst().end() + 1) : 0;
    return new TweetText(text, false, start, length, body.entities(), mediaLink);
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
    return new TweetText(text, true, 0, CLASSIC_LENGTH, entities, "");
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
    return new TweetText(text, false, 0, length(text), entities, fits ? full.mediaLink : "");
  }

  /**
   * The same text with its short links as the answer's links have them.
   *
   * @param mediaTarget where the link to the media leads
   */
  public TweetText linked(Links links, String mediaTarget) {
    if (links.areAsWritten()) {
      return this;
    }
    StringBuilder written = new StringBuilder();
    List<Entity> moved = new ArrayList<>();
    int done = 0;
    int shift = 0;
    for (Entity entity : entities) {
      if (entity instanceof Entity.Link link) {
        String shortened = links.shortened(link.code(), link.target());
        written.append(between(done, link.start())).append(shortened);
        done = link.end();
        moved.add(new Entity.Link(link.start() + shift, link.start() + shift + length(shortened), link.code(),
            link.target()));
        shift += length(shortened) - (link.end() - link.start());
      } else {
        moved.add(shifted(entity, shift));
      }
    }
    String rest = between(done, length(text));
    String shownMedia = mediaLink.isEmpty() ? "" : links.shortened("", mediaTarget);
    written.append(rest, 0, rest.length() - mediaLink.length()).append(shownMedia);
    int end = displayEnd == length(text) ? length(written.toString()) : displayEnd + shift;
    return new TweetText(written.toString(), truncated, displayStart, end, List.copyOf(moved), shownMedia);
  }

  private String between(int start, int end) {
    int from = text.offsetByCodePoints(0, start);
    return text.substring(from, text.offsetByCodePoints(from, end - start));
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
