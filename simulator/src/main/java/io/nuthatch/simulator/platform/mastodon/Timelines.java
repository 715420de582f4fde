package io.nuthatch.simulator.platform.mastodon;

import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.Entity;
import io.nuthatch.simulator.people.IdRange;
import io.nuthatch.simulator.people.Moment;
import io.nuthatch.simulator.people.Narrowing;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.people.Snowflake;
import io.nuthatch.simulator.platform.Call;
import io.nuthatch.simulator.platform.Parameters;
import io.nuthatch.simulator.platform.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Lists of statuses, the newest first, cut into pages by ids. */
final class Timelines {

  private static final int USUAL_PAGE = 20;
  private static final int LARGEST_PAGE = 40;
  private static final Duration FIRST_WINDOW = Duration.ofHours(1);

  private Timelines() {
  }

  /** {@code accounts/:id/statuses}; of an account that is suspended or locked, none. */
  static Reply ofAccount(Call call) {
    Optional<Account> account = Parameters.asNumber(call.variable("id")).flatMap(call.moment()::account);
    if (account.isEmpty()) {
      return Errors.notFound();
    }
    Parameters parameters = call.parameters();
    boolean withReplies = !parameters.flag("exclude_replies", false);
    boolean withReblogs = !parameters.flag("exclude_reblogs", false);
    Predicate<Post> wanted = post -> (withReplies || post.kind() != Post.Kind.REPLY)
        && (withReblogs || post.kind() != Post.Kind.RETWEET) && hasMedia(post, parameters);
    return page(call, range -> call.moment().inPlace(account.get().id(), range).filter(wanted));
  }

  /** {@code timelines/public}: what anyone here wrote, without reblogs and answers. */
  static Reply ofAll(Call call) {
    if (call.parameters().flag("remote", false)) {
      return page(call, range -> Stream.empty());
    }
    return page(call, range -> call.moment()
        .inPlace(range, Narrowing.NOTHING)
        .filter(post -> isPublic(post) && hasMedia(post, call.parameters())));
  }

  /** {@code timelines/tag/:hashtag}. */
  static Reply ofTag(Call call) {
    String tag = call.variable("hashtag").toLowerCase(Locale.ROOT);
    return page(call, range -> call.moment()
        .inPlace(range, new Narrowing(Set.of(tag), null))
        .filter(post -> post.kind() != Post.Kind.RETWEET && hasTag(post, tag) && hasMedia(post, call.parameters())));
  }

  static boolean isPublic(Post post) {
    return post.kind() == Post.Kind.ORIGINAL || post.kind() == Post.Kind.QUOTE;
  }

  static boolean hasTag(Post post, String tag) {
    return post.body()
        .entities()
        .stream()
        .anyMatch(entity -> entity instanceof Entity.Hashtag named && named.tag().equalsIgnoreCase(tag));
  }

  private static boolean hasMedia(Post post, Parameters parameters) {
    return !parameters.flag("only_media", false)
        || (post.kind() != Post.Kind.RETWEET && !post.body().media().isEmpty());
  }

  /**
   * One page. {@code max_id} leads to older ones; {@code since_id} to the newest above it, {@code min_id} to those right
   * above it, so that nothing between two pages is missed.
   */
  private static Reply page(Call call, Function<IdRange, Stream<Post>> posts) {
    Parameters parameters = call.parameters();
    int limit = Math.clamp(parameters.number("limit").orElse((long) USUAL_PAGE), 1, LARGEST_PAGE);
    IdRange range = new IdRange(parameters.number("since_id").orElse(0L),
        parameters.number("max_id").map(id -> id - 1).orElse(Long.MAX_VALUE));
    Optional<Long> least = parameters.number("min_id");
    List<Post> page = least.isPresent()
        ? above(range.and(new IdRange(least.get(), Long.MAX_VALUE)), limit, posts, call.moment())
        : posts.apply(range).limit(limit).toList();
    StatusJson json = Mastodon.json(call);
    Reply reply = Reply.json(200, call.mischief().muddle(page).stream().map(json::status).toList());
    return page.isEmpty() ? reply : reply.with(Map.of("Link", links(call, page)));
  }

  /** The oldest of a range, found in windows that double until they hold enough. */
  private static List<Post> above(IdRange range, int limit, Function<IdRange, Stream<Post>> posts, Moment moment) {
    Instant from = range.after() == 0 ? moment.beginning() : Snowflake.instant(range.after());
    Duration window = FIRST_WINDOW;
    while (true) {
      Instant end = from.plus(window);
      List<Post> found = posts.apply(range.and(new IdRange(0, Snowflake.first(end)))).toList();
      if (found.size() >= limit || end.isAfter(moment.instant().plus(FIRST_WINDOW))) {
        return found.subList(Math.max(0, found.size() - limit), found.size());
      }
      window = window.multipliedBy(2);
    }
  }

  private static String links(Call call, List<Post> page) {
    Map<String, String> kept = new LinkedHashMap<>();
    call.parameters().pairs().forEach(pair -> kept.putIfAbsent(pair.getKey(), pair.getValue()));
    List.of("max_id", "min_id", "since_id").forEach(kept::remove);
    String address = call.incoming().base() + call.incoming().path() + "?";
    List<Map.Entry<String, String>> rest = new ArrayList<>(kept.entrySet());
    String query = rest.isEmpty() ? "" : new Parameters(rest).encoded() + "&";
    return "<" + address + query + "max_id=" + StatusJson.id(page.getLast()) + ">; rel=\"next\", <" + address + query
        + "min_id=" + StatusJson.id(page.getFirst()) + ">; rel=\"prev\"";
  }
}
