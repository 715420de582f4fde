package io.nuthatch.simulator.platform.twitter1;

import io.nuthatch.simulator.platform.Call;
import io.nuthatch.simulator.platform.Endpoint;
import io.nuthatch.simulator.platform.QuotaState;
import io.nuthatch.simulator.platform.Quotas;
import io.nuthatch.simulator.platform.Reply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** {@code application/rate_limit_status}: what the caller has left, endpoint by endpoint. */
final class RateLimits {

  private RateLimits() {
  }

  static Reply answer(Call call, List<Endpoint> endpoints, Quotas quotas) {
    List<String> wanted = call.parameters().list("resources");
    Map<String, Map<String, Object>> resources = new TreeMap<>();
    for (Endpoint endpoint : endpoints) {
      String path = endpoint.path().substring("/1.1".length()).replace(".json", "");
      String resource = path.substring(1, path.indexOf('/', 1));
      if (wanted.isEmpty() || wanted.contains(resource)) {
        QuotaState state = quotas.peek(call.caller(), endpoint, call.moment().instant());
        Map<String, Object> left = new LinkedHashMap<>();
        left.put("limit", state.limit());
        left.put("remaining", state.remaining());
        left.put("reset", state.reset().getEpochSecond());
        resources.computeIfAbsent(resource, name -> new TreeMap<>()).put(path, left);
      }
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("rate_limit_context", Map.of("access_token", call.caller().name()));
    answer.put("resources", resources);
    return Reply.json(200, answer);
  }
}
