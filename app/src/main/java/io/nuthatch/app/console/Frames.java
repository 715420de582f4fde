package io.nuthatch.app.console;

import io.nuthatch.app.http.Answer;
import io.nuthatch.app.http.Request;
import io.nuthatch.app.node.Node;
import io.nuthatch.app.security.Gate;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts the frame around a page. */
final class Frames {

  private final Node node;
  private final Gate gate;

  Frames(Node node, Gate gate) {
    this.node = node;
    this.gate = gate;
  }

  Answer page(int status, Area area, Request request, @Nullable String error, String template,
      Map<String, @Nullable Object> values) {
    String formToken = request.sessionSecret().map(gate::formToken).orElse("");
    Map<String, @Nullable Object> all = new HashMap<>(values);
    all.put("frame", new Frame(area, request.caller(), formToken, node.status(), error));
    return Templates.page(status, template, all);
  }
}
