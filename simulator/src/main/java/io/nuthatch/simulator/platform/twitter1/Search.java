package io.nuthatch.simulator.platform.twitter1;

import io.nuthatch.simulator.SimulatorException;
import io.nuthatch.simulator.people.IdRange;
import io.nuthatch.simulator.people.Moment;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.people.Snowflake;
import io.nuthatch.simulator.platform.Call;
import io.nuthatch.simulator.platform.Parameters;
import io.nuthatch.simulator.platform.Reply;
import io.nuthatch.simulator.query.Narrower;
import io.nuthatch.simulator.query.Query;
import io.nuthatch.simulator.query.Subject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** {@code search/tweets}: what was written in the last seven days, the newest first. */
final class Search {

  private static final Duration REACH = Duration.ofDays(7);
  private static final int LARGEST_PAGE = 100;
  private static final int USUAL_PAGE = 15;
  private static final int LONGEST_QUERY = 500;
  private static final int POPULAR = 100;

  private Search() {
  }

  static Reply answer(Call call) {
    Parameters parameters = call.parameters();
    String text = parameters.text("q").orElse("").strip();
    if (text.isEmpty()) {
      return Errors.of(400, 25, "Query parameters are missing.");
    }
    if (text.length() > LONGEST_QUERY) {
      return Errors.of(403, 195, "Missing or invalid url parameter.");
    }
    Query query;
    IdRange range;
    try {
      query = Query.parse(text);
      range = Statuses.range(parameters).and(before(parameters, call.moment()));
    } catch (SimulatorException | DateTimeParseException e) {
      return Errors.of(403, 195, "Missing or invalid url parameter.");
    }
    int count = Math.clamp(parameters.number("count").orElse((long) USUAL_PAGE), 1, LARGEST_PAGE);
    List<Post> found = find(call, query, range, count + 1);
    return page(call, text, count, found);
  }

  private static List<Post> find(Call call, Query query, IdRange range, int limit) {
    Moment moment = call.moment();
    Optional<String> language = call.parameters().text("lang");
    boolean popular = call.parameters().text("result_type").filter("popular"::equals).isPresent();
    return moment.posts(range, new Narrower(moment).narrow(query))
        .filter(post -> query.matches(new Subject(post, moment)))
        .filter(post -> language.isEmpty() || language.get().equals(post.body().language()))
        .filter(post -> !popular || moment.engagement(post).likes() >= POPULAR)
        .limit(limit)
        .toList();
  }

  private static IdRange before(Parameters parameters, Moment moment) {
    IdRange week = new IdRange(Snowflake.first(moment.instant().minus(REACH)) - 1, Long.MAX_VALUE);
    return parameters.text("until")
        .map(LocalDate::parse)
        .map(day -> week.and(new IdRange(0, Snowflake.first(day.atStartOfDay(ZoneOffset.UTC).toInstant()) - 1)))
        .orElse(week);
  }

  private static Reply page(Call call, String query, int count, List<Post> found) {
    boolean more = found.size() > count;
    List<Post> shown = more ? found.subList(0, count) : found;
    return Reply.json(TweetJson.document(out -> {
      TweetJson tweets = TweetJson.of(out, call);
      out.writeStartObject();
      out.writeArrayPropertyStart("statuses");
      shown.forEach(tweets::write);
      out.writeEndArray();
      metadata(out, call.parameters(), query, count, shown, more);
      out.writeEndObject();
    }));
  }

  private static void metadata(JsonGenerator out, Parameters parameters, String query, int count, List<Post> shown,
      boolean more) {
    long newest = shown.isEmpty() ? parameters.number("max_id").orElse(0L) : shown.getFirst().id();
    long since = parameters.number("since_id").orElse(0L);
    String encoded = URLEncoder.encode(query, StandardCharsets.UTF_8);
    out.writeObjectPropertyStart("search_metadata");
    out.writeNumberProperty("completed_in", 0.02);
    out.writeNumberProperty("max_id", newest);
    out.writeStringProperty("max_id_str", Long.toString(newest));
    if (more) {
      out.writeStringProperty("next_results", "?max_id=" + (shown.getLast().id() - 1) + "&q=" + encoded + "&count="
          + count + (since > 0 ? "&since_id=" + since : "") + "&include_entities=1");
    }
    out.writeStringProperty("query", encoded);
    out.writeStringProperty("refresh_url", "?since_id=" + newest + "&q=" + encoded + "&include_entities=1");
    out.writeNumberProperty("count", count);
    out.writeNumberProperty("since_id", since);
    out.writeStringProperty("since_id_str", Long.toString(since));
    out.writeEndObject();
  }
}
