package io.nuthatch.simulator.platform.twitter2;

import io.nuthatch.simulator.people.IdRange;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.people.Snowflake;
import io.nuthatch.simulator.platform.Parameters;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The parameters by which lists are cut into pages, and the meta part that leads from one page to the next. */
final class Paging {

  private static final String TOKEN = "7140dibdnow9c7btw";

  private Paging() {
  }

  /** The size of a page. */
  static int size(Parameters parameters, int least, int usual, int most) {
    Optional<String> asked = parameters.text("max_results");
    long size = asked.isEmpty() ? usual : parameters.number("max_results").orElse(-1L);
    if (size < least || size > most) {
      throw new Refused(Problems.invalid("max_results", asked.orElse(""), "The `max_results` query parameter value ["
          + asked.orElse("") + "] is not between " + least + " and " + most));
    }
    return (int) size;
  }

  /** What since_id, until_id, start_time, end_time and the token of an earlier page leave to be listed. */
  static IdRange range(Parameters parameters, String tokenName) {
    long since = id(parameters, "since_id").orElse(0L);
    long until = id(parameters, "until_id").map(id -> id - 1).orElse(Long.MAX_VALUE);
    IdRange range = new IdRange(since, until);
    Instant start = time(parameters, "start_time").orElse(Snowflake.instant(0));
    range = range.and(new IdRange(Snowflake.first(start) - 1, Long.MAX_VALUE));
    Optional<Instant> end = time(parameters, "end_time");
    if (end.isPresent()) {
      range = range.and(new IdRange(0, Snowflake.first(end.get()) - 1));
    }
    Optional<String> token = parameters.text(tokenName);
    return token.isEmpty() ? range : range.and(new IdRange(0, decode(tokenName, token.get())));
  }

  /** The meta part for a page, with the token of the next one if there is more. */
  static Map<String, Object> meta(List<Post> page, boolean more) {
    Map<String, Object> meta = new LinkedHashMap<>();
    if (!page.isEmpty()) {
      meta.put("newest_id", Long.toString(page.getFirst().id()));
      meta.put("oldest_id", Long.toString(page.getLast().id()));
    }
    meta.put("result_count", page.size());
    if (more) {
      meta.put("next_token", TOKEN + Long.toString(page.getLast().id() - 1, 36));
    }
    return meta;
  }

  static Optional<Instant> time(Parameters parameters, String name) {
    return parameters.text(name).map(text -> {
      try {
        return OffsetDateTime.parse(text).toInstant();
      } catch (DateTimeParseException e) {
        throw new Refused(Problems.invalid(name, text,
            "The `" + name + "` query parameter value [" + text + "] is not a valid RFC3339 date"));
      }
    });
  }

  private static Optional<Long> id(Parameters parameters, String name) {
    Optional<String> text = parameters.text(name);
    Optional<Long> id = parameters.number(name);
    if (text.isPresent() && id.isEmpty()) {
      throw new Refused(Problems.invalid(name, text.get(),
          "The `" + name + "` query parameter value [" + text.get() + "] is not valid"));
    }
    return id;
  }

  private static long decode(String name, String token) {
    try {
      if (token.startsWith(TOKEN)) {
        return Long.parseLong(token.substring(TOKEN.length()), 36);
      }
    } catch (NumberFormatException e) {
      // Falls through to the same refusal as a token that was never one of ours.
    }
    throw new Refused(
        Problems.invalid(name, token, "The `" + name + "` query parameter value [" + token + "] is not valid"));
  }
}
