package io.nuthatch.simulator.platform.mastodon;

import static io.nuthatch.simulator.platform.Access.ANYONE;
import static io.nuthatch.simulator.platform.Access.USER;

import io.helidon.websocket.WsListener;
import io.nuthatch.model.Json;
import io.nuthatch.simulator.platform.Call;
import io.nuthatch.simulator.platform.Caller;
import io.nuthatch.simulator.platform.Credential;
import io.nuthatch.simulator.platform.Credentials;
import io.nuthatch.simulator.platform.Endpoint;
import io.nuthatch.simulator.platform.Gate;
import io.nuthatch.simulator.platform.Gate.Admission.Admitted;
import io.nuthatch.simulator.platform.Gate.Admission.Refused;
import io.nuthatch.simulator.platform.Incoming;
import io.nuthatch.simulator.platform.LiveSocket;
import io.nuthatch.simulator.platform.Platform;
import io.nuthatch.simulator.platform.Quota;
import io.nuthatch.simulator.platform.QuotaState;
import io.nuthatch.simulator.platform.Refusal;
import io.nuthatch.simulator.platform.Reply;
import io.nuthatch.simulator.platform.Stage;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** A Mastodon server under {@code /api}. A credential's bearer token is a user's access token; streams want one. */
public final class Mastodon implements Platform {

  private static final String PREFIX = "/api";
  private static final String STREAMING = "/api/v1/streaming";
  private static final String VERSION = "4.5.2";
  private static final Quota PER_CALLER = new Quota(300, 300, Duration.ofMinutes(5));
  private static final DateTimeFormatter MICROS = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'")
      .withZone(ZoneOffset.UTC);

  private final Stage stage;
  private final Streaming streaming;

  public Mastodon(Stage stage) {
    this.stage = stage;
    streaming = new Streaming(stage);
  }

  static StatusJson json(Call call) {
    return new StatusJson(call.moment(), call.links(), call.incoming().base());
  }

  @Override
  public String name() {
    return "mastodon";
  }

  @Override
  public String prefix() {
    return PREFIX;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(read("/api/v1/accounts/lookup", Statuses::lookup),
        read("/api/v1/accounts/:id", Statuses::account),
        read("/api/v1/accounts/:id/statuses", Timelines::ofAccount),
        read("/api/v1/statuses", Statuses::several),
        read("/api/v1/statuses/:id", Statuses::single),
        read("/api/v1/statuses/:id/context", Statuses::context),
        read("/api/v1/statuses/:id/history", Statuses::history),
        read("/api/v1/timelines/public", Timelines::ofAll),
        read("/api/v1/timelines/tag/:hashtag", Timelines::ofTag),
        read("/api/v1/instance", Mastodon::instance),
        read("/api/v2/instance", Mastodon::instance2),
        Endpoint.get(STREAMING + "/public", USER, Quota.UNLIMITED, streaming::all),
        Endpoint.get(STREAMING + "/public/local", USER, Quota.UNLIMITED, streaming::all),
        Endpoint.get(STREAMING + "/hashtag", USER, Quota.UNLIMITED, streaming::tag));
  }

  @Override
  public Gate gate() {
    return incoming -> admit(incoming, stage.credentials());
  }

  @Override
  public Reply refuse(Refusal refusal, Call call) {
    return Errors.refused(refusal);
  }

  @Override
  public Map<String, String> headers(QuotaState state) {
    return Map.of("X-RateLimit-Limit", Integer.toString(state.limit()),
        "X-RateLimit-Remaining", Integer.toString(state.remaining()),
        "X-RateLimit-Reset", MICROS.format(state.reset()));
  }

  @Override
  public Map<String, Supplier<WsListener>> sockets() {
    return Map.of(STREAMING, () -> new LiveSocket(stage, STREAMING, streaming::socket));
  }

  private static Endpoint read(String path, Endpoint.Answer answer) {
    return Endpoint.get(path, ANYONE, PER_CALLER, answer).family(PREFIX);
  }

  private static Gate.Admission admit(Incoming incoming, Credentials credentials) {
    Optional<String> token = incoming.header("authorization")
        .map(header -> header.replaceFirst("(?i)^Bearer ", ""))
        .or(() -> incoming.parameters().text("access_token"));
    if (token.isEmpty()) {
      return new Admitted(Caller.NOBODY);
    }
    Optional<Credential> known = credentials.byBearer(token.get());
    if (known.isEmpty()) {
      return new Refused(Refusal.WRONG_CREDENTIALS);
    }
    String name = known.get().name();
    return credentials.isRevoked(name)
        ? new Refused(Refusal.REVOKED)
        : new Admitted(new Caller(Caller.Role.USER, name, "mastodon:" + name));
  }

  private static Reply instance(Call call) {
    ObjectNode answer = Json.object()
        .put("uri", StatusJson.HOST)
        .put("title", "Simulated")
        .put("short_description", "")
        .put("version", VERSION);
    answer.putObject("urls").put("streaming_api", sockets(call));
    return Reply.json(200, answer);
  }

  private static Reply instance2(Call call) {
    ObjectNode answer = Json.object()
        .put("domain", StatusJson.HOST)
        .put("title", "Simulated")
        .put("version", VERSION)
        .put("source_url", "https://github.com/mastodon/mastodon")
        .put("description", "");
    ObjectNode configuration = answer.putObject("configuration");
    configuration.putObject("urls").put("streaming", sockets(call));
    ObjectNode access = configuration.putObject("timelines_access");
    access.putObject("live_feeds").put("local", "public").put("remote", "public");
    access.putObject("hashtag_feeds").put("local", "public").put("remote", "public");
    answer.putObject("api_versions").put("mastodon", 7);
    return Reply.json(200, answer);
  }

  private static String sockets(Call call) {
    return call.incoming().base().replaceFirst("^http", "ws");
  }
}
