package io.nuthatch.simulator.platform.bluesky;

import io.helidon.websocket.WsListener;
import io.nuthatch.simulator.platform.Access;
import io.nuthatch.simulator.platform.Call;
import io.nuthatch.simulator.platform.Caller;
import io.nuthatch.simulator.platform.Endpoint;
import io.nuthatch.simulator.platform.Gate;
import io.nuthatch.simulator.platform.Gate.Admission.Admitted;
import io.nuthatch.simulator.platform.LiveSocket;
import io.nuthatch.simulator.platform.Platform;
import io.nuthatch.simulator.platform.Quota;
import io.nuthatch.simulator.platform.QuotaState;
import io.nuthatch.simulator.platform.Refusal;
import io.nuthatch.simulator.platform.Reply;
import io.nuthatch.simulator.platform.Stage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Bluesky's public AppView under {@code /xrpc}, and Jetstream at {@code /subscribe}. All callers share one quota. */
public final class Bluesky implements Platform {

  private static final String PREFIX = "/xrpc";
  private static final String SUBSCRIBE = "/subscribe";
  private static final Quota PER_ADDRESS = new Quota(3_000, 3_000, Duration.ofMinutes(5));

  private final Stage stage;

  public Bluesky(Stage stage) {
    this.stage = stage;
  }

  @Override
  public String name() {
    return "bluesky";
  }

  @Override
  public String prefix() {
    return PREFIX;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(query("app.bsky.actor.getProfile", Actors::getProfile),
        query("app.bsky.actor.getProfiles", Actors::getProfiles),
        query("app.bsky.feed.getAuthorFeed", Feeds::getAuthorFeed),
        query("app.bsky.feed.getPosts", Feeds::getPosts),
        query("app.bsky.feed.getPostThread", Threads::getPostThread),
        query("app.bsky.feed.searchPosts", Feeds::searchPosts),
        query("com.atproto.identity.resolveHandle", Actors::resolveHandle),
        query("com.atproto.repo.getRecord", Feeds::getRecord),
        query("com.atproto.sync.getRepoStatus", Actors::getRepoStatus));
  }

  @Override
  public Gate gate() {
    return incoming -> new Admitted(Caller.NOBODY);
  }

  @Override
  public Reply refuse(Refusal refusal, Call call) {
    return Xrpc.refused(refusal);
  }

  @Override
  public Map<String, String> headers(QuotaState state) {
    return Map.of("RateLimit-Limit", Integer.toString(state.limit()),
        "RateLimit-Remaining", Integer.toString(state.remaining()),
        "RateLimit-Reset", Long.toString(state.reset().getEpochSecond()),
        "RateLimit-Policy", state.limit() + ";w=" + PER_ADDRESS.window().toSeconds());
  }

  @Override
  public Map<String, Supplier<WsListener>> sockets() {
    return Map.of(SUBSCRIBE,
        () -> new LiveSocket(stage, SUBSCRIBE,
            request -> new Jetstream(stage.world(), request.parameters(), request.links())));
  }

  private static Endpoint query(String method, Endpoint.Answer answer) {
    return Endpoint.get(PREFIX + "/" + method, Access.ANYONE, PER_ADDRESS, call -> {
      try {
        return answer.answer(call);
      } catch (Xrpc.Refused e) {
        return e.reply();
      }
    }).family(PREFIX);
  }
}
