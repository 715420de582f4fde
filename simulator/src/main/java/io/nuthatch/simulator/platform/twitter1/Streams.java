package io.nuthatch.simulator.platform.twitter1;

import io.nuthatch.simulator.people.Moment;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.platform.Call;
import io.nuthatch.simulator.platform.Connections.Connection;
import io.nuthatch.simulator.platform.LiveStream;
import io.nuthatch.simulator.platform.Quota;
import io.nuthatch.simulator.platform.Reply;
import io.nuthatch.simulator.platform.Stage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.BiPredicate;

/** {@code statuses/filter} and {@code statuses/sample}. A credential has one stream; a second one ends the first. */
final class Streams {

  private final Stage stage;

  Streams(Stage stage) {
    this.stage = stage;
  }

  Reply filter(Call call) {
    StreamFilter.Reading reading = StreamFilter.read(call.parameters());
    return reading.filter()
        .map(filter -> open(call, "filter", filter::passes))
        .orElseGet(() -> plain(reading.status(), reading.reason()));
  }

  Reply sample(Call call) {
    long share = (long) (stage.settings().streams().sample() * Integer.MAX_VALUE);
    // The low bits of an id are the author's; the whole of it decides, so that a deletion meets the same fate.
    return open(call, "sample",
        (post, moment) -> (Long.hashCode(post.id() * 0x9E37_79B9_7F4A_7C15L) & Integer.MAX_VALUE) <= share);
  }

  private Reply open(Call call, String name, BiPredicate<Post, Moment> wanted) {
    int connects = stage.settings().streams().connects();
    Quota perMinute = new Quota(connects, connects, Duration.ofMinutes(1));
    if (!stage.quotas().take(call.caller(), "1.1/streams", perMinute, call.moment().instant()).allowed()) {
      return plain(420, "Exceeded connection limit for user");
    }
    Connection connection = stage.connections().replace("1.1", call.caller());
    String streamName = call.caller().name() + "-" + name;
    return new Reply.Streaming(200, Map.of(),
        new LiveStream(stage, connection,
            new StreamVoice(stage.world(), wanted, streamName, call.parameters(), call.links())));
  }

  private static Reply plain(int status, String text) {
    return new Reply.Document(status, Map.of(), "text/plain; charset=utf-8",
        (text + "\r\n").getBytes(StandardCharsets.UTF_8));
  }
}
