package io.nuthatch.simulator.platform.twitter1;

import io.nuthatch.simulator.people.Moment;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.people.World;
import io.nuthatch.simulator.people.WorldEvent;
import io.nuthatch.simulator.platform.Connections.Ending;
import io.nuthatch.simulator.platform.Links;
import io.nuthatch.simulator.platform.LiveStream;
import io.nuthatch.simulator.platform.Parameters;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** The messages of v1.1 streams: one JSON object a line, with its length before it if the client asked for that. */
final class StreamVoice implements LiveStream.Voice {

  private static final byte[] LINE_END = "\r\n".getBytes(StandardCharsets.US_ASCII);

  private final World world;
  private final BiPredicate<Post, Moment> wanted;
  private final String streamName;
  private final Links links;
  private final boolean withLength;
  private final boolean withWarnings;

  StreamVoice(World world, BiPredicate<Post, Moment> wanted, String streamName, Parameters parameters,
      Links links) {
    this.world = world;
    this.wanted = wanted;
    this.streamName = streamName;
    this.links = links;
    withLength = parameters.text("delimited").filter("length"::equals).isPresent();
    withWarnings = parameters.flag("stall_warnings", false);
  }

  @Override
  public Optional<byte[]> event(WorldEvent event) {
    Post post = event.post();
    Moment then = world.at(post.createdAt());
    if (!wanted.test(post, then)) {
      return Optional.empty();
    }
    return Optional.of(line(switch (event) {
      case WorldEvent.Posted posted -> out -> new TweetJson(out, then, TweetJson.Shape.STREAM, links).write(post);
      case WorldEvent.Deleted deleted -> out -> deletion(out, post);
    }));
  }

  @Override
  public Optional<byte[]> undelivered(long count) {
    return Optional.of(line(out -> {
      out.writeStartObject();
      out.writeObjectPropertyStart("limit");
      out.writeNumberProperty("track", count);
      out.writeEndObject();
      out.writeEndObject();
    }));
  }

  @Override
  public Optional<byte[]> fallingBehind(int percent) {
    return withWarnings ? Optional.of(line(out -> {
      out.writeStartObject();
      out.writeObjectPropertyStart("warning");
      out.writeStringProperty("code", "FALLING_BEHIND");
      out.writeStringProperty("message", "Your connection is falling behind and messages are being queued for delivery "
          + "to you. Your queue is now over " + percent + "% full. You will be disconnected when the queue is full.");
      out.writeNumberProperty("percent_full", percent);
      out.writeEndObject();
      out.writeEndObject();
    })) : Optional.empty();
  }

  @Override
  public Optional<byte[]> goodbye(Ending ending) {
    int code = switch (ending) {
      case SHUTDOWN -> 1;
      case STALLED -> 4;
      case REVOKED -> 6;
      case REPLACED -> 7;
    };
    String reason = switch (ending) {
      case SHUTDOWN -> "shutdown";
      case STALLED -> "stall";
      case REVOKED -> "token revoked";
      case REPLACED -> "admin logout";
    };
    return Optional.of(line(out -> {
      out.writeStartObject();
      out.writeObjectPropertyStart("disconnect");
      out.writeNumberProperty("code", code);
      out.writeStringProperty("stream_name", streamName);
      out.writeStringProperty("reason", reason);
      out.writeEndObject();
      out.writeEndObject();
    }));
  }

  private static void deletion(JsonGenerator out, Post post) {
    out.writeStartObject();
    out.writeObjectPropertyStart("delete");
    out.writeObjectPropertyStart("status");
    out.writeNumberProperty("id", post.id());
    out.writeStringProperty("id_str", Long.toString(post.id()));
    out.writeNumberProperty("user_id", post.authorId());
    out.writeStringProperty("user_id_str", Long.toString(post.authorId()));
    out.writeEndObject();
    out.writeEndObject();
    out.writeEndObject();
  }

  private byte[] line(Consumer<JsonGenerator> content) {
    byte[] json = TweetJson.document(content);
    var bytes = new ByteArrayOutputStream(json.length + 10);
    if (withLength) {
      bytes.writeBytes(Integer.toString(json.length + LINE_END.length).getBytes(StandardCharsets.US_ASCII));
      bytes.writeBytes(LINE_END);
    }
    bytes.writeBytes(json);
    bytes.writeBytes(LINE_END);
    return bytes.toByteArray();
  }
}
