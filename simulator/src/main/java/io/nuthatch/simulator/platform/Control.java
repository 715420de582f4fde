package io.nuthatch.simulator.platform;

import io.helidon.websocket.WsListener;
import io.helidon.websocket.WsSession;
import io.nuthatch.simulator.platform.Gate.Admission.Admitted;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The paths by which another process controls the simulator. A platform like the others, but never faulty. */
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
    return List.of(Endpoint.get(PREFIX + "/credentials", Access.ANYONE, Quota.UNLIMITED, call -> Reply.json(200, stage
        .credentials().valid())));
  }

  @Override
  public Gate gate() {
    return incoming -> new Admitted(Caller.NOBODY);
  }

  @Override
  public Reply refuse(Refusal refusal, Call call) {
    int status = switch (refusal) {
      case NO_SUCH_PATH -> 404;
      case WRONG_METHOD -> 405;
      default -> 500;
    };
    return Reply.json(status, Map.of("error", refusal.name(), "path", call.incoming().path()));
  }

  @Override
  public Map<String, String> headers(QuotaState state) {
    return Map.of();
  }

  @Override
  public Map<String, Supplier<WsListener>> sockets() {
    return Map.of(PREFIX + "/echo", Echo::new);
  }

  /** Sends back what it receives, to show that WebSockets work. */
  private static final class Echo implements WsListener {

    @Override
    public void onMessage(WsSession session, String text, boolean last) {
      session.send(text, last);
    }
  }
}
