package io.nuthatch.harvest.twitter1;

import io.nuthatch.archive.items.Lenient;
import io.nuthatch.harvest.ApiCall;
import io.nuthatch.harvest.StreamFlow.Line;
import io.nuthatch.model.Json;
import io.nuthatch.model.JsonException;
import java.time.Duration;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** What the two streams of v1.1 share: their calls and the meaning of their lines. */
final class Streams {

  static final String FILTER = "/statuses/filter.json";
  static final String SAMPLE = "/statuses/sample.json";
  static final String FAMILY = "/statuses/stream";

  /** Blank lines come every 30 seconds; three of them missing is the platform's own measure of a dead connection. */
  static final Duration LONGEST_SILENCE = Duration.ofSeconds(90);

  private Streams() {
  }

  static boolean isStream(ApiCall call) {
    return call.path().equals(FILTER) || call.path().equals(SAMPLE);
  }

  /** Only what is not a tweet is read here, and that is told by its first name. */
  static Line read(String line) {
    String text = line.strip();
    if (text.isEmpty()) {
      return Line.KEEP_ALIVE;
    }
    if (!text.startsWith("{\"limit\"") && !text.startsWith("{\"warning\"") && !text.startsWith("{\"disconnect\"")
        && text.startsWith("{")) {
      return Line.ITEM;
    }
    JsonNode message;
    try {
      message = Json.tree(text);
    } catch (JsonException e) {
      return new Line.Notice("stream_message", text);
    }
    if (message.has("limit")) {
      return new Line.Notice("stream_limit", "the platform has held back "
          + Lenient.number(message.path("limit"), "track", 0) + " tweets since the stream was opened");
    }
    if (message.has("warning")) {
      return new Line.Notice("stream_warning",
          Objects.requireNonNullElse(Lenient.text(message.path("warning"), "message"), text));
    }
    if (message.has("disconnect")) {
      JsonNode reason = message.path("disconnect");
      return new Line.Farewell("stream_disconnect_" + Lenient.number(reason, "code", 0),
          Objects.requireNonNullElse(Lenient.text(reason, "reason"), text));
    }
    return new Line.Notice("stream_message", text);
  }
}
