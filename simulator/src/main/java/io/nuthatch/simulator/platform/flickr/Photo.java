package io.nuthatch.simulator.platform.flickr;

import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.Entity;
import io.nuthatch.simulator.people.Moment;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.platform.Links;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A post with a photo, as Flickr sees it: one id for life. The words are those of the latest version, all else is of the
 * first.
 */
record Photo(Post first, Post latest, Account owner) {

  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;
  private static final int TITLE_WORDS = 5;
  private static final int LICENSES = 11;

  /** The photo of a post in its latest version, if it has one of its own. */
  static Optional<Photo> of(Post latest, Moment moment) {
    if (latest.kind() == Post.Kind.RETWEET) {
      return Optional.empty();
    }
    Post first = latest.id() == latest.origin() ? latest : moment.post(latest.origin()).orElse(latest);
    return first.body().media().isEmpty() || first.body().media().getFirst().type() != Post.Media.Type.PHOTO
        ? Optional.empty()
        : moment.account(first.authorId()).map(owner -> new Photo(first, latest, owner));
  }

  long id() {
    return first.id();
  }

  Instant posted() {
    return first.createdAt();
  }

  /** Some hours or days before the photo was posted, to the second. */
  Instant taken() {
    return posted().minusSeconds(scattered(1) % 500_000);
  }

  Post.Media picture() {
    return first.body().media().getFirst();
  }

  String title() {
    List<String> words = List.of(latest.body().text().replaceAll("https?://\\S+|[#@]\\w+", "").strip().split("\\s+"));
    return String.join(" ", words.subList(0, Math.min(TITLE_WORDS, words.size()))).replaceFirst("[.,]$", "");
  }

  /** The text with its links spelt out, as HTML. */
  String description(Links links) {
    String text = escaped(latest.body().text());
    for (Entity entity : latest.body().entities()) {
      if (entity instanceof Entity.Link link) {
        String target = escaped(links.address(link.target()));
        text = text.replace("https://t.co/" + link.code(),
            "<a href=\"" + target + "\" rel=\"noreferrer nofollow\">" + target + "</a>");
      }
    }
    return text;
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }

  List<String> tags() {
    return latest.body()
        .entities()
        .stream()
        .filter(Entity.Hashtag.class::isInstance)
        .map(entity -> ((Entity.Hashtag) entity).tag())
        .toList();
  }

  String license() {
    return Long.toString(((owner.id() * GOLDEN) >>> 1) % LICENSES);
  }

  String secret() {
    return secret(2);
  }

  String originalSecret() {
    return secret(3);
  }

  /** The owner's part of addresses. */
  static String pathAlias(Account account) {
    return account.screenName().toLowerCase(Locale.ROOT);
  }

  String page() {
    return "https://www.flickr.com/photos/" + pathAlias(owner) + "/" + id() + "/";
  }

  private String secret(int purpose) {
    return HexFormat.of().toHexDigits(scattered(purpose), 10);
  }

  private long scattered(int purpose) {
    return ((id() + purpose) * GOLDEN) >>> 8;
  }
}
