package io.nuthatch.feed.content;

import io.nuthatch.model.AccountName;
import io.nuthatch.model.Attachments;
import io.nuthatch.model.Author;
import io.nuthatch.model.Counters;
import io.nuthatch.model.Media;
import io.nuthatch.model.Post;
import io.nuthatch.model.PostName;
import io.nuthatch.model.Relations;
import io.nuthatch.model.Sighting;
import io.nuthatch.model.Sighting.Evidence;
import io.nuthatch.model.Wording;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Posts and sightings for tests. */
final class Samples {

  static final Instant NOON = Instant.parse("2026-05-01T12:00:00Z");

  private Samples() {
  }

  static AccountName account(int number) {
    return new AccountName("twitter", Integer.toString(1_000 + number));
  }

  /** A post of an account, created as many seconds after noon as its number says. */
  static Post post(int number, int author, String text, long likes) {
    return new Post(new PostName("twitter", Long.toString(9_000_000_000L + number)),
        new Author(account(author), "handle" + author, "Name " + author), NOON.plusSeconds(number),
        new Wording(text, "en", List.of()), Relations.NONE, Attachments.NONE,
        new Counters(likes, likes / 2, 0, Counters.UNKNOWN, Counters.UNKNOWN, Counters.UNKNOWN));
  }

  static Post post(int number) {
    return post(number, 1, "post " + number, number);
  }

  /** With everything a post can have. */
  static Post rich(int number) {
    Post plain = post(number);
    return new Post(plain.name(), plain.author(), plain.createdAt().plusNanos(123_456_000),
        new Wording("two\nlines and 🐦 \"quotes\"", "de", List.of("nuthatch", "Kleiber")),
        new Relations(new PostName("twitter", "1"), new PostName("bluesky", "at://did:plc:x/app.bsky.feed.post/3k"),
            new PostName("twitter", "2")),
        new Attachments(List.of("https://example.org/a"),
            List.of(new Media(Media.Kind.IMAGE, "https://example.org/i.jpg", "a bird"),
                new Media(Media.Kind.VIDEO, "https://example.org/v.mp4", null))),
        new Counters(1, 2, 3, 4, Long.MAX_VALUE - 1, 0));
  }

  static Post with(Post post, Author author) {
    return new Post(post.name(), author, post.createdAt(), post.wording(), post.relations(), post.attachments(),
        post.counters());
  }

  static Post with(Post post, Counters counters) {
    return new Post(post.name(), post.author(), post.createdAt(), post.wording(), post.relations(),
        post.attachments(), counters);
  }

  static Sighting seen(int minutes) {
    return seen(minutes, "c1", "s1");
  }

  static Sighting seen(int minutes, String collection, @Nullable String seed) {
    return new Sighting(NOON.plus(Duration.ofMinutes(minutes)), collection, seed, "h1",
        new Evidence("c1/warc-" + minutes / 10 + ".warc.gz", 100L * minutes));
  }
}
