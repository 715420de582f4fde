package io.nuthatch.simulator.platform.twitter1;

import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.AccountState;
import io.nuthatch.simulator.people.IdRange;
import io.nuthatch.simulator.people.Moment;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.people.Sighting;
import io.nuthatch.simulator.platform.Call;
import io.nuthatch.simulator.platform.Parameters;
import io.nuthatch.simulator.platform.Reply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Tweets by id and by author. */
final class Statuses {

  private static final int MOST_IDS = 100;
  private static final int LARGEST_PAGE = 200;
  private static final int USUAL_PAGE = 20;
  private static final int REACH = 3_200;

  private Statuses() {
  }

  /** {@code statuses/lookup}: those of up to 100 tweets that can be seen; with {@code map}, null for the others. */
  static Reply lookup(Call call) {
    List<String> ids = call.parameters().list("id");
    if (ids.isEmpty()) {
      return Errors.of(403, 38, "id parameter is missing.");
    }
    if (ids.size() > MOST_IDS) {
      return Errors.tooMany();
    }
    Map<String, Optional<Post>> found = new LinkedHashMap<>();
    ids.forEach(id -> found.put(id, Parameters.asNumber(id).flatMap(call.moment()::post)));
    return call.parameters().flag("map", false)
        ? map(call, found)
        : list(call, found.values().stream().flatMap(Optional::stream).toList());
  }

  /** {@code statuses/show}: one tweet, or why not. */
  static Reply show(Call call) {
    Optional<String> id = call.parameters().text("id");
    if (id.isEmpty()) {
      return Errors.missing("id");
    }
    return Parameters.asNumber(id.get()).map(call.moment()::find).map(sighting -> switch (sighting) {
      case Sighting.Seen(Post post) -> Reply.json(TweetJson
          .document(out -> TweetJson.of(out, call).write(post)));
      case Sighting.Hidden(AccountState state) -> Errors.hidden(state);
      case Sighting.Gone gone -> Errors.noStatus();
    }).orElseGet(Errors::noStatus);
  }

  /** {@code statuses/user_timeline}: an account's tweets, the newest first, up to the 3,200th. */
  static Reply userTimeline(Call call) {
    Parameters parameters = call.parameters();
    Optional<Account> account = Users.named(call);
    if (account.isEmpty() || account.get().state() == AccountState.SUSPENDED) {
      return Errors.noPage();
    }
    if (account.get().state() == AccountState.PROTECTED) {
      return Errors.notAuthorized(call);
    }
    Moment moment = call.moment();
    long id = account.get().id();
    // Replies and retweets that the client does not want are taken out of a page, not made up for, as ever on Twitter.
    boolean withReplies = !parameters.flag("exclude_replies", false);
    boolean withRetweets = parameters.flag("include_rts", true);
    IdRange reachable = new IdRange(moment.nthNewest(id, REACH) - 1, Long.MAX_VALUE);
    Stream<Post> page = moment.posts(id, range(parameters).and(reachable)).limit(count(parameters));
    return list(call,
        page.filter(post -> withReplies || post.kind() != Post.Kind.REPLY)
            .filter(post -> withRetweets || post.kind() != Post.Kind.RETWEET)
            .toList());
  }

  static IdRange range(Parameters parameters) {
    return new IdRange(parameters.number("since_id").orElse(0L), parameters.number("max_id").orElse(Long.MAX_VALUE));
  }

  private static long count(Parameters parameters) {
    return Math.clamp(parameters.number("count").orElse((long) USUAL_PAGE), 1, LARGEST_PAGE);
  }

  private static Reply list(Call call, List<Post> posts) {
    return Reply.json(TweetJson.document(out -> {
      TweetJson tweets = TweetJson.of(out, call);
      out.writeStartArray();
      call.mischief().muddle(posts).forEach(tweets::write);
      out.writeEndArray();
    }));
  }

  private static Reply map(Call call, Map<String, Optional<Post>> found) {
    return Reply.json(TweetJson.document(out -> {
      TweetJson tweets = TweetJson.of(out, call);
      out.writeStartObject();
      out.writeObjectPropertyStart("id");
      found.forEach((id, post) -> {
        out.writeName(id);
        post.ifPresentOrElse(tweets::write, out::writeNull);
      });
      out.writeEndObject();
      out.writeEndObject();
    }));
  }
}
