package io.nuthatch.simulator.platform.mastodon;

import io.nuthatch.model.Json;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.IdRange;
import io.nuthatch.simulator.people.Moment;
import io.nuthatch.simulator.people.Narrowing;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.people.Snowflake;
import io.nuthatch.simulator.platform.Call;
import io.nuthatch.simulator.platform.Parameters;
import io.nuthatch.simulator.platform.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Statuses and accounts by id and by name. */
final class Statuses {

  private static final int MOST_IDS = 20;
  private static final Duration REACH = Duration.ofDays(5);

  private Statuses() {
  }

  static Reply single(Call call) {
    return named(call).<Reply>map(post -> Reply.json(200, Mastodon.json(call).status(post)))
        .orElseGet(Errors::notFound);
  }

  /** {@code statuses?id[]=}: those that can be seen, of at most 20. */
  static Reply several(Call call) {
    List<String> ids = call.parameters()
        .pairs()
        .stream()
        .filter(pair -> pair.getKey().equals("id[]") || pair.getKey().equals("id"))
        .map(Map.Entry::getValue)
        .distinct()
        .toList();
    if (ids.size() > MOST_IDS) {
      return Errors.of(422, "Too many IDs");
    }
    StatusJson json = Mastodon.json(call);
    List<Post> found = ids.stream()
        .flatMap(id -> Parameters.asNumber(id).flatMap(call.moment()::latest).stream())
        .toList();
    return Reply.json(200, call.mischief().muddle(found).stream().map(json::status).toList());
  }

  /** {@code statuses/:id/context}: what a status answers, and what answers it within five days. */
  static Reply context(Call call) {
    Optional<Post> post = named(call);
    if (post.isEmpty()) {
      return Errors.notFound();
    }
    StatusJson json = Mastodon.json(call);
    ObjectNode context = Json.object();
    List<Post> ancestors = new ArrayList<>();
    for (Optional<Post> above = parent(post.get(), call.moment()); above.isPresent(); above = parent(above.get(),
        call.moment())) {
      ancestors.addFirst(above.get());
    }
    context.putArray("ancestors").addAll(ancestors.stream().map(json::status).toList());
    context.putArray("descendants").addAll(descendants(post.get(), call.moment()).stream().map(json::status).toList());
    return Reply.json(200, context);
  }

  /** {@code statuses/:id/history}: each version that there was. */
  static Reply history(Call call) {
    Optional<Post> post = named(call);
    if (post.isEmpty()) {
      return Errors.notFound();
    }
    StatusJson json = Mastodon.json(call);
    List<ObjectNode> versions = new ArrayList<>();
    for (long id : post.get().versions()) {
      call.moment().post(id).ifPresent(version -> {
        ObjectNode entry = Json.object()
            .put("content", json.content(version))
            .put("spoiler_text", "")
            .put("sensitive", false)
            .put("created_at", StatusJson.date(version.createdAt()));
        entry.set("account", json.account(call.moment().account(version.authorId()).orElseThrow()));
        versions.add(entry);
      });
    }
    return Reply.json(200, versions);
  }

  static Reply account(Call call) {
    return shown(call, Parameters.asNumber(call.variable("id")).flatMap(call.moment()::account));
  }

  /** {@code accounts/lookup?acct=}, with the server's own name behind it or without. */
  static Reply lookup(Call call) {
    return shown(call, call.parameters()
        .text("acct")
        .map(name -> name.replaceFirst("^@", "").replaceFirst("@" + StatusJson.HOST + "$", ""))
        .flatMap(call.moment()::account));
  }

  private static Reply shown(Call call, Optional<Account> account) {
    return account.<Reply>map(found -> Reply.json(200, Mastodon.json(call).account(found)))
        .orElseGet(Errors::notFound);
  }

  private static Optional<Post> named(Call call) {
    return Parameters.asNumber(call.variable("id")).flatMap(call.moment()::latest);
  }

  private static Optional<Post> parent(Post post, Moment moment) {
    Post.Reference reference = post.kind() == Post.Kind.REPLY ? post.reference() : null;
    return reference == null
        ? Optional.empty()
        : moment.post(reference.id()).flatMap(version -> moment.latest(version.origin()));
  }

  private static List<Post> descendants(Post post, Moment moment) {
    IdRange after = new IdRange(post.origin(), Snowflake.last(Snowflake.instant(post.origin()).plus(REACH)));
    Set<Long> thread = new HashSet<>(List.of(post.origin()));
    List<Post> descendants = new ArrayList<>();
    // From the oldest on, so that an answer is known before what answers it.
    for (Post other : moment.inPlace(after, Narrowing.NOTHING).toList().reversed()) {
      if (parent(other, moment).filter(above -> thread.contains(above.origin())).isPresent()) {
        thread.add(other.origin());
        descendants.add(other);
      }
    }
    return descendants;
  }
}
