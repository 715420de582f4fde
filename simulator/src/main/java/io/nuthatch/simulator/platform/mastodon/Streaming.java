package io.nuthatch.simulator.platform.mastodon;

import io.nuthatch.model.Json;
import io.nuthatch.model.JsonException;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.people.WorldEvent;
import io.nuthatch.simulator.platform.Call;
import io.nuthatch.simulator.platform.Connections.Ending;
import io.nuthatch.simulator.platform.Links;
import io.nuthatch.simulator.platform.LiveSocket;
import io.nuthatch.simulator.platform.LiveStream;
import io.nuthatch.simulator.platform.Reply;
import io.nuthatch.simulator.platform.Stage;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/** The public and the hashtags' streams, as server-sent events and over a WebSocket. */
final class Streaming {

  private static final byte[] THUMP = ":thump\n".getBytes(StandardCharsets.US_ASCII);

  /** What happened, in the platform's words. */
  private record News(String event, String payload) {
  }

  private final Stage stage;

  Streaming(Stage stage) {
    this.stage = stage;
  }

  Reply all(Call call) {
    return open(call, "");
  }

  Reply tag(Call call) {
    return call.parameters()
        .text("tag")
        .filter(tag -> !tag.isBlank())
        .map(tag -> open(call, tag))
        .orElseGet(() -> Errors.of(400, "Missing required parameter: tag"));
  }

  private Reply open(Call call, String tag) {
    return new Reply.Streaming(200, Map.of("Content-Type", "text/event-stream", "Cache-Control", "no-store"),
        new LiveStream(stage, stage.connections().another("mastodon", call.caller()), new EventVoice(call, tag)));
  }

  /** A client's socket; it may name streams when it connects and any time later. */
  LiveSocket.Voice socket(LiveSocket.Request request) {
    String token = request.parameters()
        .text("access_token")
        .or(() -> request.authorization().map(header -> header.replaceFirst("(?i)^Bearer ", "")))
        .orElse("");
    if (stage.credentials().byBearer(token).filter(known -> !stage.credentials().isRevoked(known.name())).isEmpty()) {
      throw new LiveSocket.Unwanted("Missing access token");
    }
    SocketVoice voice = new SocketVoice(request);
    request.parameters()
        .text("stream")
        .ifPresent(stream -> voice.subscribe(stream, request.parameters().text("tag").orElse("")));
    return voice;
  }

  /** Whether a stream of this name carries a post. */
  private static boolean carries(String tag, Post post) {
    return tag.isEmpty()
        ? Timelines.isPublic(post)
        : post.kind() != Post.Kind.RETWEET && Timelines.hasTag(post, tag);
  }

  private Optional<News> news(WorldEvent event, Links links, String base) {
    Post post = event.post();
    boolean first = post.id() == post.origin();
    return switch (event) {
      case WorldEvent.Posted posted -> Optional.of(new News(first ? "update" : "status.update",
          Json.write(new StatusJson(stage.world().at(event.at()), links, base).status(post))));
      case WorldEvent.Deleted deleted -> first
          ? Optional.of(new News("delete", StatusJson.id(post)))
          : Optional.empty();
    };
  }

  private final class EventVoice implements LiveStream.Voice {

    private final Call call;
    private final String tag;

    EventVoice(Call call, String tag) {
      this.call = call;
      this.tag = tag;
    }

    @Override
    public Optional<byte[]> event(WorldEvent event) {
      return Optional.of(event)
          .filter(told -> carries(tag, told.post()))
          .flatMap(told -> news(told, call.links(), call.incoming().base()))
          .map(news -> ("event: " + news.event + "\ndata: " + news.payload + "\n\n").getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public Optional<byte[]> undelivered(long count) {
      return Optional.empty();
    }

    @Override
    public Optional<byte[]> fallingBehind(int percent) {
      return Optional.empty();
    }

    @Override
    public Optional<byte[]> goodbye(Ending ending) {
      return Optional.empty();
    }

    @Override
    public byte[] keepAlive() {
      return THUMP;
    }
  }

  private final class SocketVoice implements LiveSocket.Voice {

    private final LiveSocket.Request request;
    private final Set<String> tags = ConcurrentHashMap.newKeySet();

    SocketVoice(LiveSocket.Request request) {
      this.request = request;
    }

    void subscribe(String stream, String tag) {
      switch (stream) {
        case "public", "public:local" -> tags.add("");
        case "hashtag", "hashtag:local" -> tags.add(tag);
        default -> throw new LiveSocket.Unwanted("Unknown stream type");
      }
    }

    @Override
    public Instant since(Instant now) {
      return now;
    }

    @Override
    public Optional<String> event(WorldEvent event) {
      return tags.stream()
          .filter(tag -> carries(tag, event.post()))
          .findFirst()
          .flatMap(tag -> news(event, request.links(), request.base()).map(news -> {
            var message = Json.object();
            message.putArray("stream").add(tag.isEmpty() ? "public" : "hashtag");
            if (!tag.isEmpty()) {
              message.withArray("stream").add(tag);
            }
            return Json.write(message.put("event", news.event).put("payload", news.payload));
          }));
    }

    @Override
    public void heard(String message) {
      try {
        JsonNode wish = Json.tree(message);
        String stream = wish.path("stream").asString("");
        String tag = wish.path("tag").asString("");
        if (wish.path("type").asString("").equals("unsubscribe")) {
          tags.remove(stream.startsWith("hashtag") ? tag : "");
        } else {
          subscribe(stream, tag);
        }
      } catch (JsonException | LiveSocket.Unwanted e) {
        // A wish that makes no sense changes nothing.
        return;
      }
    }
  }
}
