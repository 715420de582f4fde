package io.nuthatch.simulator.platform.flickr;

import io.nuthatch.model.Json;
import io.nuthatch.simulator.platform.Call;
import io.nuthatch.simulator.platform.Reply;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** The document around an answer: {@code stat} beside it, and a function call around both unless the client objects. */
final class Envelope {

  private static final String USUAL_CALLBACK = "jsonFlickrApi";

  private Envelope() {
  }

  static Reply ok(Call call, ObjectNode answer) {
    return wrapped(call, answer.put("stat", "ok"));
  }

  static Reply fail(Call call, Failure failure) {
    return wrapped(call,
        Json.object().put("stat", "fail").put("code", failure.code()).put("message", failure.sentence()));
  }

  private static Reply wrapped(Call call, ObjectNode answer) {
    if (call.parameters().flag("nojsoncallback", false)) {
      return Reply.json(200, answer);
    }
    String callback = call.parameters().text("jsoncallback").filter(name -> name.matches("[\\w.]+"))
        .orElse(USUAL_CALLBACK);
    return new Reply.Document(200, Map.of(), "text/javascript; charset=utf-8",
        (callback + "(" + Json.write(answer) + ")").getBytes(StandardCharsets.UTF_8));
  }
}
