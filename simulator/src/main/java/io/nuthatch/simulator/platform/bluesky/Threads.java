package io.nuthatch.simulator.platform.bluesky;

import io.nuthatch.model.Json;
import io.nuthatch.simulator.people.IdRange;
import io.nuthatch.simulator.people.Narrowing;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.people.Snowflake;
import io.nuthatch.simulator.platform.Call;
import io.nuthatch.simulator.platform.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code getPostThread}: a post, what it answers, and what answers it within five days. */
final class Threads {

  private static final Duration REACH = Duration.ofDays(5);
  private static final String TYPE = "app.bsky.feed.defs#threadViewPost";

  private final Call call;
  private final Views views;
  private final Map<Long, List<Post>> replies = new HashMap<>();

  private Threads(Call call) {
    this.call = call;
    views = new Views(call);
  }

  static Reply getPostThread(Call call) {
    String uri = Xrpc.required(call.parameters(), "uri");
    Post post = Names.post(uri, call.moment())
        .orElseThrow(() -> new Xrpc.Refused("NotFound", "Post not found: " + uri));
    int depth = Math.clamp(call.parameters().number("depth").orElse(6L), 0, 1_000);
    int height = Math.clamp(call.parameters().number("parentHeight").orElse(80L), 0, 1_000);
    ObjectNode answer = Json.object();
    Threads threads = new Threads(call);
    threads.collect(post);
    ObjectNode thread = threads.below(post, depth);
    threads.parent(post, height).ifPresent(parent -> thread.set("parent", parent));
    answer.set("thread", thread);
    return Reply.json(200, answer);
  }

  private void collect(Post post) {
    IdRange after = new IdRange(post.origin(), Snowflake.last(Snowflake.instant(post.origin()).plus(REACH)));
    call.moment().inPlace(after, Narrowing.NOTHING).forEach(other -> {
      Post.Reference reference = other.reference();
      if (other.kind() == Post.Kind.REPLY && reference != null) {
        call.moment()
            .post(reference.id())
            .ifPresent(parent -> replies.computeIfAbsent(parent.origin(), key -> new ArrayList<>()).add(other));
      }
    });
  }

  private ObjectNode below(Post post, int depth) {
    ObjectNode view = Json.object().put("$type", TYPE);
    view.set("post", views.post(post));
    if (depth > 0) {
      ArrayNode list = view.putArray("replies");
      replies.getOrDefault(post.origin(), List.of()).forEach(reply -> list.add(below(reply, depth - 1)));
    }
    return view;
  }

  private Optional<ObjectNode> parent(Post post, int height) {
    Post.Reference reference = post.kind() == Post.Kind.REPLY ? post.reference() : null;
    if (reference == null || height == 0) {
      return Optional.empty();
    }
    Optional<Post> parent = call.moment().post(reference.id()).flatMap(some -> call.moment().latest(some.origin()));
    if (parent.isEmpty()) {
      return Optional.of(Views.notFound(new Records(call.moment(), call.links()).reference(reference.id())
          .path("uri")
          .asString()));
    }
    ObjectNode view = Json.object().put("$type", TYPE);
    view.set("post", views.post(parent.get()));
    parent(parent.get(), height - 1).ifPresent(above -> view.set("parent", above));
    return Optional.of(view);
  }
}
