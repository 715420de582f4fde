package io.nuthatch.simulator.platform.twitter2;

import io.nuthatch.simulator.SimulatorException;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.AccountState;
import io.nuthatch.simulator.people.IdRange;
import io.nuthatch.simulator.people.Moment;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.people.Sighting;
import io.nuthatch.simulator.people.Snowflake;
import io.nuthatch.simulator.platform.Call;
import io.nuthatch.simulator.platform.Parameters;
import io.nuthatch.simulator.platform.Reply;
import io.nuthatch.simulator.query.Narrower;
import io.nuthatch.simulator.query.Query;
import io.nuthatch.simulator.query.Subject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Posts by id, by author and by search. What is read is billed. */
final class Tweets {

  private static final int MOST_IDS = 100;
  private static final int REACH = 3_200;
  private static final int LONGEST_QUERY = 1_024;
  private static final Duration RECENT = Duration.ofDays(7);

  private final UsageLedger ledger;

  Tweets(UsageLedger ledger) {
    this.ledger = ledger;
  }

  /** {@code /2/tweets?ids=}. */
  Reply lookup(Call call) {
    List<String> ids = List.copyOf(new LinkedHashSet<>(call.parameters().list("ids")));
    if (ids.isEmpty() || ids.size() > MOST_IDS) {
      return Problems.invalid("ids", String.join(",", ids),
          ids.isEmpty()
              ? "The `ids` query parameter can not be empty"
              : "The number of values in the `ids` query parameter list [" + ids.size() + "] is not between 1 and 100");
    }
    Envelope envelope = Envelope.of(call);
    List<Post> found = new ArrayList<>();
    for (String id : ids) {
      switch (find(call, "ids", id)) {
        case Sighting.Seen(Post post) -> found.add(post);
        case Sighting.Hidden(AccountState state) -> envelope.error(Problems.hidden("tweet", "ids", id, state));
        case Sighting.Gone gone -> envelope.error(Problems.notFound("tweet", "ids", id));
      }
    }
    return served(call, envelope, call.mischief().muddle(found));
  }

  /** {@code /2/tweets/:id}. */
  Reply single(Call call) {
    String id = call.variable("id");
    Envelope envelope = Envelope.of(call);
    return switch (find(call, "id", id)) {
      case Sighting.Seen(Post post) -> {
        ledger.bill(call.caller().name(), List.of(post.id()), call.moment().instant());
        yield Reply.json(envelope.post(post));
      }
      case Sighting.Hidden(AccountState state) -> {
        envelope.error(Problems.hidden("tweet", "id", id, state));
        yield Reply.json(envelope.empty());
      }
      case Sighting.Gone gone -> {
        envelope.error(Problems.notFound("tweet", "id", id));
        yield Reply.json(envelope.empty());
      }
    };
  }

  /** {@code /2/users/:id/tweets}. */
  Reply byAuthor(Call call) {
    Parameters parameters = call.parameters();
    int size = Paging.size(parameters, 5, 10, 100);
    IdRange range = Paging.range(parameters, "pagination_token");
    Envelope envelope = Envelope.of(call);
    String id = call.variable("id");
    Moment moment = call.moment();
    Optional<Account> account = Users.byId(moment, id);
    if (account.isEmpty()) {
      envelope.error(Problems.notFound("user", "id", id));
      return Reply.json(envelope.empty());
    }
    if (account.get().state() != AccountState.ACTIVE) {
      envelope.error(Problems.hidden("user", "id", id, account.get().state()));
      return Reply.json(envelope.empty());
    }
    List<String> excluded = parameters.list("exclude");
    IdRange reachable = new IdRange(moment.nthNewest(account.get().id(), REACH) - 1, Long.MAX_VALUE);
    Stream<Post> posts = moment.posts(account.get().id(), range.and(reachable))
        .filter(post -> !excluded.contains("replies") || post.kind() != Post.Kind.REPLY)
        .filter(post -> !excluded.contains("retweets") || post.kind() != Post.Kind.RETWEET);
    return page(call, envelope, posts, size);
  }

  /** {@code /2/tweets/search/recent}. */
  Reply recent(Call call) {
    Parameters parameters = call.parameters();
    int size = Paging.size(parameters, 10, 10, 100);
    Moment moment = call.moment();
    Query query = query(parameters);
    IdRange range = Paging.range(parameters,
        parameters.text("next_token").isPresent() ? "next_token" : "pagination_token");
    Instant oldest = moment.instant().minus(RECENT);
    refuseOlder(parameters, oldest);
    IdRange week = new IdRange(Snowflake.first(oldest) - 1, Long.MAX_VALUE);
    Stream<Post> found = moment.posts(range.and(week), new Narrower(moment).narrow(query))
        .filter(post -> query.matches(new Subject(post, moment)));
    return page(call, Envelope.of(call), found, size);
  }

  private static Query query(Parameters parameters) {
    String text = parameters.text("query").orElse("").strip();
    if (text.isEmpty() || text.length() > LONGEST_QUERY) {
      throw new Refused(Problems.invalid("query", text,
          text.isEmpty()
              ? "The `query` query parameter can not be empty"
              : "The `query` query parameter is longer than " + LONGEST_QUERY));
    }
    try {
      Query query = Query.parse(text);
      if (query.standsAlone()) {
        return query;
      }
      throw new Refused(Problems.invalid("query", text,
          "There were errors processing your request: Rules must contain at least one positive, non-stopword clause"));
    } catch (SimulatorException e) {
      throw new Refused(
          Problems.invalid("query", text, "There were errors processing your request: " + e.getMessage()));
    }
  }

  /** A search cannot begin before its window; asking for that is an error, not an empty answer. */
  private static void refuseOlder(Parameters parameters, Instant oldest) {
    Optional<Instant> start = Paging.time(parameters, "start_time");
    if (start.isPresent() && start.get().isBefore(oldest)) {
      throw new Refused(Problems.invalid("start_time", start.get().toString(),
          "Invalid 'start_time':'" + start.get() + "'. 'start_time' must be on or after " + TweetWriter.date(oldest)));
    }
    Optional<Long> since = parameters.number("since_id");
    if (since.isPresent() && since.get() < Snowflake.first(oldest)) {
      throw new Refused(Problems.invalid("since_id", since.get().toString(),
          "'since_id' must be a tweet id created after [" + TweetWriter.date(oldest)
              + "]. Please use a 'since_id' that is larger than " + Snowflake.first(oldest)));
    }
  }

  private Reply page(Call call, Envelope envelope, Stream<Post> posts, int size) {
    List<Post> found = posts.limit(size + 1L).toList();
    boolean more = found.size() > size;
    List<Post> page = more ? found.subList(0, size) : found;
    envelope.part("meta", Paging.meta(page, more));
    return served(call, envelope, page);
  }

  private Reply served(Call call, Envelope envelope, List<Post> posts) {
    ledger.bill(call.caller().name(), posts.stream().map(Post::id).toList(), call.moment().instant());
    return Reply.json(envelope.posts(posts));
  }

  private static Sighting find(Call call, String parameter, String id) {
    if (!id.matches("\\d{1,19}")) {
      throw new Refused(
          Problems.invalid(parameter, id, "The `" + parameter + "` query parameter value [" + id + "] is not valid"));
    }
    return Parameters.asNumber(id).map(call.moment()::find).orElse(new Sighting.Gone());
  }
}
