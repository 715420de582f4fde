package io.nuthatch.simulator.platform.flickr;

import io.nuthatch.model.Json;
import io.nuthatch.simulator.SimulatorException;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.IdRange;
import io.nuthatch.simulator.people.Moment;
import io.nuthatch.simulator.people.Narrowing;
import io.nuthatch.simulator.people.Snowflake;
import io.nuthatch.simulator.platform.Call;
import io.nuthatch.simulator.platform.Parameters;
import io.nuthatch.simulator.query.Narrower;
import io.nuthatch.simulator.query.Query;
import io.nuthatch.simulator.query.Subject;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code flickr.photos.*} and {@code flickr.people.getPublicPhotos}. */
final class Photos {

  private static final int USUAL_PAGE = 100;
  private static final int LARGEST_PAGE = 500;
  private static final int MOST_RECENT = 1_000;
  private static final int MOST_FOUND = 4_000;

  private Photos() {
  }

  /** All public photos of an account, the newest first. */
  static List<Photo> by(Account account, Moment moment) {
    return moment.inPlace(account.id(), IdRange.ALL).flatMap(post -> Photo.of(post, moment).stream()).toList();
  }

  static ObjectNode getPublicPhotos(Call call) {
    return page(call, by(People.named(call).orElseThrow(Failure::unknownUser), call.moment()));
  }

  static ObjectNode getInfo(Call call) {
    ObjectNode answer = Json.object();
    answer.set("photo", new PhotoJson(call).info(named(call)));
    return answer;
  }

  static ObjectNode getSizes(Call call) {
    ObjectNode answer = Json.object();
    answer.set("sizes", new PhotoJson(call).sizes(named(call)));
    return answer;
  }

  static ObjectNode getRecent(Call call) {
    return page(call, all(call.moment(), IdRange.ALL, Narrowing.NOTHING).limit(MOST_RECENT).toList());
  }

  /** By owner, text, tags and time of upload; at least one of the first three. */
  static ObjectNode search(Call call) {
    Parameters parameters = call.parameters();
    List<String> tags = parameters.list("tags").stream().map(tag -> tag.toLowerCase(Locale.ROOT)).toList();
    String text = parameters.text("text").orElse("").strip();
    boolean every = parameters.text("tag_mode").filter("all"::equals).isPresent();
    boolean owned = parameters.text("user_id").isPresent();
    if (!owned && tags.isEmpty() && text.isEmpty()) {
      throw Failure.parameterless();
    }
    IdRange range = new IdRange(parameters.number("min_upload_date").map(Photos::before).orElse(0L),
        parameters.number("max_upload_date").map(second -> before(second + 1)).orElse(Long.MAX_VALUE));
    Stream<Photo> photos = owned
        ? by(People.named(call).orElseThrow(Failure::unknownUser), call.moment()).stream()
            .filter(photo -> range.contains(photo.id()))
        : all(call.moment(), range, narrowing(text, every ? List.of() : tags, call.moment()));
    Predicate<Photo> tagged = photo -> tags.isEmpty() || (every
        ? lower(photo.tags()).containsAll(tags)
        : lower(photo.tags()).stream().anyMatch(tags::contains));
    return page(call, photos.filter(tagged).filter(saying(text, call.moment())).limit(MOST_FOUND).toList());
  }

  /** What lets most posts be passed over without a look at them. */
  private static Narrowing narrowing(String text, List<String> anyTag, Moment moment) {
    if (!anyTag.isEmpty()) {
      return new Narrowing(Set.copyOf(anyTag), null);
    }
    return query(text).map(new Narrower(moment)::narrow).orElse(Narrowing.NOTHING);
  }

  private static Stream<Photo> all(Moment moment, IdRange range, Narrowing narrowing) {
    return moment.inPlace(range, narrowing).flatMap(post -> Photo.of(post, moment).stream());
  }

  private static Predicate<Photo> saying(String text, Moment moment) {
    Optional<Query> query = query(text);
    return query.<Predicate<Photo>>map(wanted -> photo -> wanted.matches(new Subject(photo.latest(), moment)))
        .orElse(photo -> text.isEmpty());
  }

  /** What is no query finds nothing, as on Flickr. */
  private static Optional<Query> query(String text) {
    try {
      return text.isEmpty() ? Optional.empty() : Optional.of(Query.parse(text));
    } catch (SimulatorException e) {
      return Optional.empty();
    }
  }

  private static Photo named(Call call) {
    Moment moment = call.moment();
    return call.parameters()
        .number("photo_id")
        .flatMap(moment::latest)
        .flatMap(post -> Photo.of(post, moment))
        .orElseThrow(Failure::photoNotFound);
  }

  private static ObjectNode page(Call call, List<Photo> photos) {
    Parameters parameters = call.parameters();
    int size = Math.clamp(parameters.number("per_page").filter(asked -> asked > 0).orElse((long) USUAL_PAGE), 1,
        LARGEST_PAGE);
    int pages = (photos.size() + size - 1) / size;
    int page = Math.clamp(parameters.number("page").orElse(1L), 1, Integer.MAX_VALUE);
    int from = (int) Math.min(photos.size(), (page - 1L) * size);
    Set<String> extras = new LinkedHashSet<>(parameters.list("extras"));
    PhotoJson json = new PhotoJson(call);
    ObjectNode answer = Json.object();
    ObjectNode list = answer.putObject("photos")
        .put("page", page)
        .put("pages", pages)
        .put("perpage", size)
        .put("total", photos.size());
    ArrayNode entries = list.putArray("photo");
    call.mischief()
        .muddle(photos.subList(from, Math.min(photos.size(), from + size)))
        .forEach(photo -> entries.add(json.entry(photo, extras)));
    return answer;
  }

  private static List<String> lower(List<String> tags) {
    return tags.stream().map(tag -> tag.toLowerCase(Locale.ROOT)).toList();
  }

  private static long before(long second) {
    return Snowflake.first(Instant.ofEpochSecond(second)) - 1;
  }
}
