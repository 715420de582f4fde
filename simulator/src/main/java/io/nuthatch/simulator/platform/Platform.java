package io.nuthatch.simulator.platform;

import io.helidon.websocket.WsListener;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A platform as its clients see it: what it answers under which paths, and how it words a refusal. The frame does the
 * rest: it finds the endpoint, checks the caller, counts the quota, keeps the journal and plays the faults.
 *
 * <p>Not a store: everything a platform shows comes from the world. Any number of threads call at once.
 */
public interface Platform {

  /** The name by which {@code SimulatedPlatforms.baseUrl} knows it. */
  String name();

  /** What comes first in all its paths, such as {@code /1.1}. */
  String prefix();

  List<Endpoint> endpoints();

  /** Finds out who is calling. */
  Gate gate();

  /** The platform's words for a refusal that the frame decides. */
  Reply refuse(Refusal refusal, Call call);

  /** How the platform tells its callers what is left of their quota. */
  Map<String, String> headers(QuotaState state);

  /** WebSocket listeners by path, one made for each connection. */
  default Map<String, Supplier<WsListener>> sockets() {
    return Map.of();
  }
}
