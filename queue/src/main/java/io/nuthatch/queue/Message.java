package io.nuthatch.queue;

import io.nuthatch.model.Json;
import io.nuthatch.model.JsonException;
import io.nuthatch.model.NuthatchException.Kind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** What is published: a routing key of words with dots between, a body (JSON as a rule), and how long it is of use. */
public final class Message {

  private static final int LONGEST_KEY = 255;

  private final String routingKey;
  private final byte[] body;
  private final @Nullable Duration ttl;

  private Message(String routingKey, byte[] body, @Nullable Duration ttl) {
    this.routingKey = routingKey;
    this.body = Objects.requireNonNull(body, "body");
    this.ttl = ttl;
    if (routingKey.getBytes(StandardCharsets.UTF_8).length > LONGEST_KEY) {
      throw QueueException.caller("a routing key has at most " + LONGEST_KEY + " bytes, not \"" + routingKey + "\"");
    }
    if (ttl != null && (ttl.toMillis() < 1 || ttl.compareTo(JobQueue.LONGEST_DELAY) > 0)) {
      throw QueueException.caller("a message lives at least a millisecond, not " + ttl);
    }
  }

  public static Message of(String routingKey, byte[] body) {
    return new Message(routingKey, body, null);
  }

  public static Message of(String routingKey, String body) {
    return new Message(routingKey, body.getBytes(StandardCharsets.UTF_8), null);
  }

  public Message withTtl(Duration timeToLive) {
    return new Message(routingKey, body, timeToLive);
  }

  public String routingKey() {
    return routingKey;
  }

  public byte[] body() {
    return body;
  }

  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /**
   * The body as a record, or as an {@code ObjectNode} when its fields are not fixed. A body that is anything but a JSON
   * object of this shape, {@code null} included, is the sender's mistake: a handler that lets the exception go has the
   * message rejected with it at once.
   */
  public <T> T read(Class<T> type) {
    JsonNode tree;
    try {
      tree = Json.read(body, JsonNode.class);
      if (tree.isObject()) {
        return Json.MAPPER.treeToValue(tree, type);
      }
    } catch (JsonException e) {
      throw malformed(e.getMessage(), e);
    } catch (JacksonException e) {
      throw malformed(e.getOriginalMessage(), e);
    }
    throw malformed("it is " + tree.getNodeType().name().toLowerCase(Locale.ROOT) + ", not an object", null);
  }

  private QueueException malformed(@Nullable String why, @Nullable Throwable cause) {
    return new QueueException(Kind.CALLER, "the body of a message " + routingKey + " is malformed: " + why, cause);
  }

  public @Nullable Duration ttl() {
    return ttl;
  }
}
