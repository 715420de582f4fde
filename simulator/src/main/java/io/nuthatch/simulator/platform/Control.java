package io.nuthatch.simulator.platform;

import io.helidon.websocket.WsListener;
import io.helidon.websocket.WsSession;
import io.nuthatch.model.Json;
import io.nuthatch.model.JsonException;
import io.nuthatch.simulator.Pace;
import io.nuthatch.simulator.SimulatorException;
import io.nuthatch.simulator.faults.Fault;
import io.nuthatch.simulator.faults.FaultRule;
import io.nuthatch.simulator.faults.Frequency;
import io.nuthatch.simulator.platform.Gate.Admission.Admitted;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The paths by which another process controls the simulator: faults, clock, journal and credentials. A platform like the
 * others, but never faulty and never in the journal.
 */
final class Control implements Platform {

  static final String PREFIX = "/_simulator";

  private final Stage stage;

  Control(Stage stage) {
    this.stage = stage;
  }

  @Override
  public String name() {
    return "control";
  }

  @Override
  public String prefix() {
    return PREFIX;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        endpoint("GET", "/faults", call -> Reply.json(200, stage.faults().rules())),
        endpoint("POST", "/faults", this::addFault),
        endpoint("DELETE", "/faults", this::clearFaults),
        endpoint("DELETE", "/faults/:id", this::removeFault),
        endpoint("GET", "/clock", call -> clock()),
        endpoint("POST", "/clock", this::setClock),
        endpoint("GET", "/journal", call -> Reply.json(200, stage.journal().entries())),
        endpoint("DELETE", "/journal", this::clearJournal),
        endpoint("GET", "/credentials", call -> Reply.json(200, stage.credentials().valid())),
        endpoint("POST", "/credentials", this::addCredential),
        endpoint("DELETE", "/credentials/:name", this::revokeCredential));
  }

  @Override
  public Gate gate() {
    return incoming -> new Admitted(Caller.NOBODY);
  }

  @Override
  public Reply refuse(Refusal refusal, Call call) {
    return switch (refusal) {
      case NO_SUCH_PATH -> error(404, "there is no " + call.incoming().path());
      case WRONG_METHOD -> error(405, call.incoming().path() + " does not take " + call.incoming().method());
      default -> error(500, "the simulator failed; its log says why");
    };
  }

  @Override
  public Map<String, String> headers(QuotaState state) {
    return Map.of();
  }

  @Override
  public Map<String, Supplier<WsListener>> sockets() {
    return Map.of(PREFIX + "/echo", Echo::new);
  }

  private static Endpoint endpoint(String method, String path, Endpoint.Answer answer) {
    return new Endpoint(Set.of(method), PREFIX + path, PREFIX + path, Access.ANYONE, Quota.UNLIMITED, call -> {
      try {
        return answer.answer(call);
      } catch (SimulatorException | JsonException | JacksonException | DateTimeParseException e) {
        return error(400, String.valueOf(e.getMessage()));
      }
    });
  }

  private Reply addFault(Call call) {
    JsonNode body = body(call);
    if (!body.path("path").isString() || !body.path("fault").isObject()) {
      throw SimulatorException.callers("a fault rule needs a path and a fault");
    }
    Frequency frequency = body.path("frequency").isObject()
        ? Json.MAPPER.treeToValue(body.path("frequency"), Frequency.class)
        : new Frequency.Always();
    FaultRule rule = new FaultRule(body.path("path").asString(),
        Json.MAPPER.treeToValue(body.path("fault"), Fault.class), frequency,
        body.path("until").isString() ? Instant.parse(body.path("until").asString()) : null);
    return Reply.json(201, Map.of("id", stage.faults().add(rule)));
  }

  private Reply removeFault(Call call) {
    String id = call.variable("id");
    boolean removed = id.matches("\\d{1,9}") && stage.faults().remove(Integer.parseInt(id));
    return removed ? Reply.json(200, Map.of("removed", id)) : error(404, "there is no fault rule " + id);
  }

  private Reply clearFaults(Call call) {
    stage.faults().clear();
    return Reply.json(200, Map.of("removed", "all"));
  }

  private Reply clock() {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("now", stage.world().clock().instant());
    if (stage.world().clock() instanceof Pace pace) {
      answer.put("speed", pace.speed());
    }
    return Reply.json(200, answer);
  }

  private Reply setClock(Call call) {
    if (!(stage.world().clock() instanceof Pace pace)) {
      return error(409, "the clock of this world belongs to the process that made it");
    }
    JsonNode body = body(call);
    if (body.path("speed").isNumber()) {
      pace.speed(body.path("speed").asDouble());
    }
    if (body.path("advance").isString()) {
      pace.advance(Duration.parse(body.path("advance").asString()));
    }
    return clock();
  }

  private Reply clearJournal(Call call) {
    stage.journal().clear();
    return Reply.json(200, Map.of("removed", "all"));
  }

  private Reply addCredential(Call call) {
    JsonNode body = body(call);
    Credential credential = new Credential(text(body, "name"), text(body, "consumer_key"),
        text(body, "consumer_secret"), text(body, "token"), text(body, "token_secret"), text(body, "bearer_token"));
    stage.credentials().add(credential);
    return Reply.json(201, credential);
  }

  private Reply revokeCredential(Call call) {
    stage.credentials().revoke(call.variable("name"));
    return Reply.json(200, Map.of("revoked", call.variable("name")));
  }

  private static String text(JsonNode body, String field) {
    String value = body.path(field).asString("");
    if (value.isBlank()) {
      throw SimulatorException.callers("a credential needs a " + field);
    }
    return value;
  }

  private static JsonNode body(Call call) {
    return Json.tree(call.incoming().body());
  }

  private static Reply error(int status, String message) {
    return Reply.json(status, Map.of("error", message));
  }

  /** Sends back what it receives, to show that WebSockets work. */
  private static final class Echo implements WsListener {

    @Override
    public void onMessage(WsSession session, String text, boolean last) {
      session.send(text, last);
    }
  }
}
