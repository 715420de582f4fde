package io.nuthatch.feed.content;

import io.nuthatch.feed.content.PostRow.Captures;
import io.nuthatch.feed.content.PostRow.Count;
import io.nuthatch.feed.content.PostRow.Identity;
import io.nuthatch.feed.content.PostRow.Mark;
import io.nuthatch.feed.content.PostRow.Standing;
import io.nuthatch.feed.content.PostRow.Words;
import io.nuthatch.model.Author;
import io.nuthatch.model.Post;
import io.nuthatch.model.PostName;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A post as it goes into the store: text the database can hold, all that can be prepared outside of a transaction.
 *
 * @param firstId the id it gets if it is new and the id is free
 */
// An array in a record: nobody changes it, and seen posts are not compared.
@SuppressWarnings("ArrayRecordComponent")
record SeenPost(PostName name, Author author, long firstId, @Nullable Instant createdAt, Words words,
    byte @Nullable [] counters) {

  /** As far away as microseconds in 64 bits reach, with room to spare. */
  private static final Instant EARLIEST = Instant.parse("-9999-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("+99999-01-01T00:00:00Z");

  static SeenPost of(Post post, long recordedId, @Nullable JsonNode data) {
    PostName name = Clean.name(post.name());
    long id = recordedId > 0 ? recordedId : PostIds.of(name, post.createdAt());
    Details details = new Details(post.wording().language(), post.wording().tags(), post.relations(),
        post.attachments(), data);
    Instant created = bounded(post.createdAt()).truncatedTo(ChronoUnit.MICROS);
    return new SeenPost(name, Accounts.clean(post.author()), id, created.equals(PostIds.time(id)) ? null : created,
        new Words(Clean.text(post.wording().text()), details.write(), 1, null), CounterBytes.encode(post.counters()));
  }

  PostRow row(long id, int platform, long authorNo, Mark mark) {
    return new PostRow(id, new Identity(platform, name.nativeId(), authorNo, createdAt), words,
        counters == null ? null : new Count(mark.at(), counters), new Captures(mark, mark), Standing.GOOD);
  }

  private static Instant bounded(Instant time) {
    return time.isBefore(EARLIEST) ? EARLIEST : time.isAfter(LATEST) ? LATEST : time;
  }
}
