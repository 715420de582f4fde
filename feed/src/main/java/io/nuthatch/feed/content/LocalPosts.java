package io.nuthatch.feed.content;

import io.nuthatch.database.Database;
import io.nuthatch.feed.FeedException;
import io.nuthatch.feed.content.ContentChange.Kind;
import io.nuthatch.feed.content.PostRow.Mark;
import io.nuthatch.feed.content.PostRow.Outcome;
import io.nuthatch.feed.content.PostWriter.Scene;
import io.nuthatch.model.AccountName;
import io.nuthatch.model.Attachments;
import io.nuthatch.model.Author;
import io.nuthatch.model.Counters;
import io.nuthatch.model.Post;
import io.nuthatch.model.PostName;
import io.nuthatch.model.Relations;
import io.nuthatch.model.Wording;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What people of this installation write. It has no evidence elsewhere, so it is never forgotten by a rebuild. */
final class LocalPosts {

  private static final int LETTERS_AND_DIGITS = 36;

  private final Database database;
  private final PostReader reader;
  private final PostWriter writer;
  private final ChangeSink changes;
  private final InstantSource clock;

  LocalPosts(Database database, PostReader reader, PostWriter writer, ChangeSink changes, InstantSource clock) {
    this.database = database;
    this.reader = reader;
    this.writer = writer;
    this.changes = changes;
    this.clock = clock;
  }

  List<Long> create(List<LocalPost> posts) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    List<SeenPost> seen = posts.stream().map(post -> SeenPost.of(post(post, now), 0, post.data())).toList();
    Map<PostName, Long> ids = writer.keep(seen, new Scene(new Mark(now, null, null), 0, 0, null), false);
    return seen.stream().map(post -> Objects.requireNonNull(ids.get(post.name()))).toList();
  }

  /** False when there is no such post. */
  boolean edit(long id, String message, @Nullable JsonNode data, int platform) {
    return database.write(transaction -> {
      PostRow row = reader.locked(transaction, List.of(id)).get(id);
      if (row == null || row.standing().gone() != 0) {
        return false;
      }
      local(row, platform);
      Details before = Details.read(row.words().details());
      String details = new Details(before.language(), before.tags(), before.relations(), before.attachments(), data)
          .write();
      String text = Clean.text(message);
      if (!text.equals(row.words().text()) || !Objects.equals(details, row.words().details())) {
        Outcome outcome = row.rewritten(text, details, clock.instant().truncatedTo(ChronoUnit.MICROS));
        PostWriter.write(transaction, List.of(outcome));
        changes.announce(transaction, List.of(new ContentChange(Kind.EDITED, List.of(id), null)));
      }
      return true;
    });
  }

  static void local(PostRow row, int platform) {
    if (row.identity().platform() != platform) {
      throw FeedException
          .caller("post " + row.id() + " was harvested, not written here; it cannot be edited or deleted,"
              + " only taken down");
    }
  }

  /** Named by the time and by chance: nothing else tells two posts of the same words apart. */
  private static Post post(LocalPost post, Instant now) {
    String chance = Long.toString(ThreadLocalRandom.current().nextLong(Long.MAX_VALUE), LETTERS_AND_DIGITS);
    return new Post(
        new PostName(LocalPost.PLATFORM, Long.toString(now.toEpochMilli(), LETTERS_AND_DIGITS) + "-" + chance),
        new Author(new AccountName(LocalPost.PLATFORM, post.author()), post.author(), null), now,
        new Wording(post.message(), null, new ArrayList<>()), Relations.NONE, Attachments.NONE, Counters.NONE);
  }
}
