package io.nuthatch.simulator.platform.flickr;

import io.nuthatch.simulator.platform.Access;
import io.nuthatch.simulator.platform.Call;
import io.nuthatch.simulator.platform.Caller;
import io.nuthatch.simulator.platform.Credentials;
import io.nuthatch.simulator.platform.Endpoint;
import io.nuthatch.simulator.platform.Gate;
import io.nuthatch.simulator.platform.Incoming;
import io.nuthatch.simulator.platform.Platform;
import io.nuthatch.simulator.platform.Quota;
import io.nuthatch.simulator.platform.QuotaState;
import io.nuthatch.simulator.platform.Refusal;
import io.nuthatch.simulator.platform.Reply;
import io.nuthatch.simulator.platform.Stage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/** Flickr's REST API under {@code /services/rest}, in JSON. An application's key is a credential's consumer key. */
public final class Flickr implements Platform {

  private static final String PREFIX = "/services/rest";
  private static final Quota HOURLY = new Quota(3_600, 3_600, Duration.ofHours(1));

  private static final Map<String, Function<Call, ObjectNode>> METHODS = Map.of(
      "flickr.people.findByUsername", People::findByUsername,
      "flickr.people.getInfo", People::getInfo,
      "flickr.people.getPublicPhotos", Photos::getPublicPhotos,
      "flickr.photos.getInfo", Photos::getInfo,
      "flickr.photos.getSizes", Photos::getSizes,
      "flickr.photos.getRecent", Photos::getRecent,
      "flickr.photos.search", Photos::search);

  private final Gate gate;

  public Flickr(Stage stage) {
    gate = incoming -> admit(incoming, stage.credentials());
  }

  @Override
  public String name() {
    return "flickr";
  }

  @Override
  public String prefix() {
    return PREFIX;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(Endpoint.either(PREFIX, Access.APPLICATION, HOURLY, this::answer),
        Endpoint.either(PREFIX + "/", Access.APPLICATION, HOURLY, this::answer).family(PREFIX));
  }

  @Override
  public Gate gate() {
    return gate;
  }

  @Override
  public Reply refuse(Refusal refusal, Call call) {
    return switch (refusal) {
      case NO_SUCH_PATH -> plain(404, "Not Found");
      case WRONG_METHOD -> plain(405, "Method Not Allowed");
      case RATE_LIMITED -> plain(429, "Too Many Requests");
      case NO_CREDENTIALS -> Envelope.fail(call, Failure.invalidKey("Key has invalid format"));
      case WRONG_CREDENTIALS, WRONG_TIME, WRONG_CONTEXT -> Envelope.fail(call, Failure.invalidKey("Key not found"));
      case REVOKED -> Envelope.fail(call, Failure.invalidKey("Key has expired"));
      case BROKEN -> Envelope.fail(call, Failure.unavailable());
    };
  }

  /** Flickr says nothing of what is left. */
  @Override
  public Map<String, String> headers(QuotaState state) {
    return Map.of();
  }

  private Reply answer(Call call) {
    String format = call.parameters().text("format").orElse("rest");
    String method = call.parameters().text("method").orElse("unknown");
    try {
      if (!format.equals("json")) {
        throw Failure.noFormat(format);
      }
      Function<Call, ObjectNode> known = METHODS.get(method);
      if (known == null) {
        throw Failure.noMethod(method);
      }
      return Envelope.ok(call, known.apply(call));
    } catch (Failure e) {
      return Envelope.fail(call, e);
    }
  }

  private static Gate.Admission admit(Incoming incoming, Credentials credentials) {
    String key = incoming.parameters().text("api_key").orElse("");
    if (key.isEmpty()) {
      return new Gate.Admission.Refused(Refusal.NO_CREDENTIALS);
    }
    return credentials.byConsumerKey(key).<Gate.Admission>map(known -> credentials.isRevoked(known.name())
        ? new Gate.Admission.Refused(Refusal.REVOKED)
        : new Gate.Admission.Admitted(new Caller(Caller.Role.APPLICATION, known.name(), "flickr:" + key)))
        .orElseGet(() -> new Gate.Admission.Refused(Refusal.WRONG_CREDENTIALS));
  }

  private static Reply plain(int status, String text) {
    return new Reply.Document(status, Map.of(), "text/html; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
  }
}
