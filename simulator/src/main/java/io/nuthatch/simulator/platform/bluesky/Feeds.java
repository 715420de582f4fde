package io.nuthatch.simulator.platform.bluesky;

import io.nuthatch.model.Json;
import io.nuthatch.simulator.SimulatorException;
import io.nuthatch.simulator.people.Account;
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
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Posts by author, by address and by search. */
final class Feeds {

  private static final int MOST_URIS = 25;
  private static final int LARGEST_PAGE = 100;

  private Feeds() {
  }

  /** A page has a cursor unless it is empty, so the last one is found by asking once more. */
  static Reply getAuthorFeed(Call call) {
    Parameters parameters = call.parameters();
    Account author = Actors.visible(Xrpc.required(parameters, "actor"), call.moment());
    int limit = Xrpc.limit(parameters, 50, LARGEST_PAGE);
    Predicate<Post> wanted = switch (parameters.text("filter").orElse("posts_with_replies")) {
      case "posts_no_replies", "posts_and_author_threads" -> post -> post.kind() != Post.Kind.REPLY;
      case "posts_with_media" -> post -> post.kind() != Post.Kind.RETWEET && !post.body().media().isEmpty();
      default -> post -> true;
    };
    List<Post> page = call.moment()
        .inPlace(author.id(), before(parameters))
        .filter(wanted)
        .limit(limit)
        .toList();
    Views views = new Views(call);
    ObjectNode answer = Json.object();
    ArrayNode feed = answer.putArray("feed");
    call.mischief().muddle(page).forEach(post -> views.feedItem(post).ifPresent(feed::add));
    return Reply.json(200, cursor(answer, page));
  }

  /** What is not there, for whatever reason, is left out. */
  static Reply getPosts(Call call) {
    List<Post> found = new ArrayList<>();
    for (String uri : Xrpc.several(call.parameters(), "uris", MOST_URIS)) {
      Names.post(uri, call.moment()).filter(post -> post.kind() != Post.Kind.RETWEET).ifPresent(found::add);
    }
    Views views = new Views(call);
    ObjectNode answer = Json.object();
    ArrayNode posts = answer.putArray("posts");
    call.mischief().muddle(found).forEach(post -> posts.add(views.post(post)));
    return Reply.json(200, answer);
  }

  static Reply searchPosts(Call call) {
    Parameters parameters = call.parameters();
    Query query = query(parameters);
    int limit = Xrpc.limit(parameters, 25, LARGEST_PAGE);
    Moment moment = call.moment();
    IdRange range = before(parameters)
        .and(new IdRange(time(parameters, "since").map(since -> Snowflake.first(since) - 1).orElse(0L),
            time(parameters, "until").map(until -> Snowflake.first(until) - 1).orElse(Long.MAX_VALUE)));
    Optional<Account> author = parameters.text("author").map(actor -> Actors.visible(actor, moment));
    Stream<Post> all = author.isPresent()
        ? moment.inPlace(author.get().id(), range)
        : moment.inPlace(range, new Narrower(moment).narrow(query));
    List<Post> page = all.filter(post -> post.kind() != Post.Kind.RETWEET && query.matches(new Subject(post, moment)))
        .limit(limit)
        .toList();
    Views views = new Views(call);
    ObjectNode answer = Json.object();
    ArrayNode posts = answer.putArray("posts");
    call.mischief().muddle(page).forEach(post -> posts.add(views.post(post)));
    return Reply.json(200, cursor(answer, page));
  }

  /** {@code com.atproto.repo.getRecord}. */
  static Reply getRecord(Call call) {
    String uri = "at://" + Xrpc.required(call.parameters(), "repo") + "/"
        + Xrpc.required(call.parameters(), "collection") + "/" + Xrpc.required(call.parameters(), "rkey");
    Post post = Names.post(uri, call.moment())
        .orElseThrow(() -> new Xrpc.Refused("RecordNotFound", "Could not locate record: " + uri));
    Records records = new Records(call.moment(), call.links());
    ObjectNode answer = Json.object().put("uri", Names.uri(post)).put("cid", records.cid(post));
    answer.set("value", records.record(post));
    return Reply.json(200, answer);
  }

  private static Query query(Parameters parameters) {
    String text = Xrpc.required(parameters, "q");
    List<String> tags = parameters.pairs()
        .stream()
        .filter(pair -> pair.getKey().equals("tag"))
        .map(pair -> " #" + pair.getValue())
        .toList();
    try {
      return Query.parse(text.replaceAll("(from:@?[\\w-]+)\\.bsky\\.social", "$1") + String.join("", tags));
    } catch (SimulatorException e) {
      throw Xrpc.invalid("Error: q is not a query: " + e.getMessage());
    }
  }

  /** A cursor is the time of the last post shown; no author has two posts of one millisecond. */
  private static IdRange before(Parameters parameters) {
    return time(parameters, "cursor").map(cursor -> new IdRange(0, Snowflake.first(cursor) - 1)).orElse(IdRange.ALL);
  }

  private static ObjectNode cursor(ObjectNode answer, List<Post> page) {
    return page.isEmpty()
        ? answer
        : answer.put("cursor", Records.date(Snowflake.instant(page.getLast().origin())));
  }

  private static Optional<Instant> time(Parameters parameters, String name) {
    return parameters.text(name).map(text -> {
      try {
        return text.matches("\\d{4}-\\d\\d-\\d\\d")
            ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
            : OffsetDateTime.parse(text).toInstant();
      } catch (DateTimeException e) {
        throw Xrpc.invalid(name.equals("cursor") ? "Malformed cursor" : "Error: " + name + " must be a datetime");
      }
    });
  }
}
