package io.nuthatch.feed.content;

import io.nuthatch.database.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A row of {@code content_posts}, and what becomes of it when the post is seen again. */
record PostRow(long id, Identity identity, Words words, @Nullable Count count, Captures captures, Standing standing) {

  /** Columns a post has when it is first seen; all others are null then. */
  static final List<String> FIRST_COLUMNS = List.of("id", "author", "platform", "native_id", "created_at", "text",
      "details", "counters", "counted_at", "seen_at", "seen_warc", "seen_offset");

  static final List<String> LATER_COLUMNS = List.of("first_at", "first_warc", "first_offset", "edited_at", "version",
      "unavailable_since", "gone");

  /** The post is not to be shown; its name stays, so that it is known when it is seen again. */
  static final int REMOVED = 1;
  /** The removal was taken back; the post is filled again when it is seen again. */
  static final int LIFTED = 2;

  /** What never changes. The time of creation is null when the id tells it. */
  record Identity(int platform, String nativeId, long author, @Nullable Instant createdAt) {
  }

  record Words(String text, @Nullable String details, int version, @Nullable Instant editedAt) {
    Words followedBy(Words next, boolean edited, Instant at) {
      return new Words(next.text, next.details, edited ? version + 1 : version, edited ? at : editedAt);
    }
  }

  // An array in a record: nobody changes it, and counts are compared by their time only.
  @SuppressWarnings("ArrayRecordComponent")
  record Count(Instant at, byte[] counters) {
  }

  record Mark(Instant at, @Nullable Integer warc, @Nullable Long offset) {
  }

  record Captures(Mark first, Mark latest) {
  }

  record Standing(@Nullable Instant unavailableSince, int gone) {
    static final Standing GOOD = new Standing(null, 0);

    Standing seen(Instant at) {
      return unavailableSince == null || unavailableSince.isAfter(at) ? this : GOOD;
    }
  }

  /** What is to be written after a sighting: the row unless it is as before, and what leaves it for other tables. */
  record Outcome(PostRow row, boolean changed, @Nullable Count pastCount, @Nullable PastWords pastWords) {
  }

  record PastWords(Words words, Instant lastSeen) {
  }

  Outcome seenAgain(PostRow seen) {
    if (standing.gone == REMOVED) {
      return new Outcome(this, false, null, null);
    }
    if (standing.gone == LIFTED) {
      return new Outcome(new PostRow(id, identity, seen.words, seen.count, seen.captures, Standing.GOOD), true, null,
          null);
    }
    Instant at = seen.captures.latest.at;
    boolean newer = at.isAfter(captures.latest.at);
    boolean edited = newer && !seen.words.text.equals(words.text);
    boolean recount = seen.count != null && (count == null || at.isAfter(count.at));
    boolean late = !recount && seen.count != null && count != null && at.isBefore(count.at);
    boolean earliest = at.isBefore(captures.first.at);
    PostRow row = new PostRow(id, identity, newer ? words.followedBy(seen.words, edited, at) : words,
        recount ? seen.count : count,
        new Captures(earliest ? seen.captures.first : captures.first, newer ? seen.captures.latest : captures.latest),
        newer ? standing.seen(at) : standing);
    return new Outcome(row, newer || recount || earliest, recount ? count : late ? seen.count : null,
        edited ? new PastWords(words, captures.latest.at) : null);
  }

  /** When only its counters were asked for. */
  Outcome counted(Count seen) {
    if (standing.gone != 0 || (count != null && seen.at.equals(count.at))) {
      return new Outcome(this, false, null, null);
    }
    if (count != null && seen.at.isBefore(count.at)) {
      return new Outcome(this, false, seen, null);
    }
    return new Outcome(new PostRow(id, identity, words, seen, captures, standing), true, count, null);
  }

  /** When its author says something else. */
  Outcome rewritten(String text, @Nullable String details, Instant at) {
    Words next = words.followedBy(new Words(text, details, 1, null), true, at);
    return new Outcome(
        new PostRow(id, identity, next, count, new Captures(captures.first, new Mark(at, null, null)), standing), true,
        null, new PastWords(words, captures.latest.at));
  }

  static PostRow read(Row row) {
    Mark latest = new Mark(row.instant("seen_at"), number(row, "seen_warc"), offset(row, "seen_offset"));
    Mark first = row.isNull("first_at")
        ? latest
        : new Mark(row.instant("first_at"), number(row, "first_warc"), offset(row, "first_offset"));
    byte[] counters = row.bytesOrNull("counters");
    Instant counted = row.instantOrNull("counted_at");
    return new PostRow(row.integer("id"),
        new Identity((int) row.integer("platform"), row.text("native_id"), row.integer("author"),
            row.instantOrNull("created_at")),
        new Words(row.text("text"), row.textOrNull("details"),
            row.isNull("version") ? 1 : (int) row.integer("version"), row.instantOrNull("edited_at")),
        counters == null ? null : new Count(counted == null ? latest.at : counted, counters),
        new Captures(first, latest),
        new Standing(row.instantOrNull("unavailable_since"), row.isNull("gone") ? 0 : (int) row.integer("gone")));
  }

  /** The values of {@link #FIRST_COLUMNS}, and of the later ones too if asked for. */
  @Nullable
  Object[] values(boolean later) {
    Mark latest = captures.latest;
    List<@Nullable Object> values = new ArrayList<>(FIRST_COLUMNS.size() + LATER_COLUMNS.size());
    values.add(id);
    values.add(identity.author);
    values.add(identity.platform);
    values.add(identity.nativeId);
    values.add(identity.createdAt);
    values.add(words.text);
    values.add(words.details);
    values.add(count == null ? null : count.counters);
    values.add(count == null || count.at.equals(latest.at) ? null : count.at);
    values.add(latest.at);
    values.add(latest.warc);
    values.add(latest.offset);
    if (later) {
      boolean once = captures.first.equals(latest);
      values.add(once ? null : captures.first.at);
      values.add(once ? null : captures.first.warc);
      values.add(once ? null : captures.first.offset);
      values.add(words.editedAt);
      values.add(words.version == 1 ? null : words.version);
      values.add(standing.unavailableSince);
      values.add(standing.gone == 0 ? null : standing.gone);
    }
    return values.toArray();
  }

  PostRow withId(long other) {
    return new PostRow(other, identity, words, count, captures, standing);
  }

  private static @Nullable Integer number(Row row, String column) {
    return row.isNull(column) ? null : (int) row.integer(column);
  }

  private static @Nullable Long offset(Row row, String column) {
    return row.isNull(column) ? null : row.integer(column);
  }
}
