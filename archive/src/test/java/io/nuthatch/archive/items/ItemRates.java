package io.nuthatch.archive.items;

import io.nuthatch.model.Json;
import io.nuthatch.simulator.SimulatedPlatforms;
import io.nuthatch.simulator.people.World;
import io.nuthatch.simulator.people.WorldSettings;
import io.nuthatch.simulator.platform.PlatformSettings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * How many items a second of one core can be read from bodies, and read and made posts of. A program, not a test:
 * {@code java -cp … io.nuthatch.archive.items.ItemRates}.
 */
public final class ItemRates {

  private static final double NANOS = 1e9;
  private static final double SECONDS_EACH = 3;

  private ItemRates() {
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    World world = World.open(WorldSettings.defaults(), InstantSource.fixed(Instant.parse("2026-03-01T12:00:00Z")));
    try (var platforms = SimulatedPlatforms.start(world, PlatformSettings.defaults())) {
      String bearer = platforms.credentials(1).getFirst().bearerToken();
      long account = world.accounts().skip(20).findFirst().orElseThrow();
      String v1 = platforms.url() + "/1.1/statuses/user_timeline.json?count=200&tweet_mode=extended&user_id=" + account;
      String v2 = platforms.url() + "/2/users/" + account + "/tweets?max_results=100&expansions=author_id,"
          + "referenced_tweets.id,referenced_tweets.id.author_id,entities.mentions.username,attachments.media_keys"
          + "&tweet.fields=attachments,author_id,conversation_id,created_at,entities,geo,lang,public_metrics,"
          + "referenced_tweets,source&user.fields=created_at,description,public_metrics,verified";
      byte[] timeline = fetch(v1, bearer);
      measure("v1.1 timeline", v1, timeline);
      measure("v1.1 stream", "https://stream.twitter.com/1.1/statuses/filter.json", lines(timeline));
      measure("v2 timeline", v2, fetch(v2, bearer));
    }
  }

  private static byte[] fetch(String url, String bearer) throws IOException, InterruptedException {
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(HttpRequest.newBuilder(URI.create(url)).header("Authorization", "Bearer " + bearer).build(),
          HttpResponse.BodyHandlers.ofByteArray()).body();
    }
  }

  private static byte[] lines(byte[] array) {
    var lines = new ByteArrayOutputStream();
    for (JsonNode tweet : Json.tree(new ByteArrayInputStream(array))) {
      lines.writeBytes((tweet + "\r\n").getBytes(StandardCharsets.UTF_8));
    }
    return lines.toByteArray();
  }

  private static void measure(String name, String url, byte[] body) {
    ItemReader reader = ItemReaders.of(url);
    if (reader == null) {
      throw new IllegalStateException("no reader knows " + url);
    }
    long[] posts = new long[1];
    report(name + ", items", body, url, item -> posts[0]++);
    report(name + ", posts", body, url, item -> posts[0] += reader.posts(item).size());
  }

  private static void report(String name, byte[] body, String url, Consumer<Item> sink) {
    rate(body, url, sink);
    double[] rates = rate(body, url, sink);
    System.out.printf(Locale.ROOT, "%-24s %,9.0f items and %4.0f MB a CPU second, %,d bytes an item%n", name, rates[0],
        rates[1], Math.round(rates[1] * 1e6 / rates[0]));
  }

  private static double[] rate(byte[] body, String url, Consumer<Item> sink) {
    var threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    long items = 0;
    long bytes = 0;
    double seconds;
    do {
      items += ItemReaders.read(url, new ByteArrayInputStream(body), sink).items();
      bytes += body.length;
      seconds = (threads.getCurrentThreadCpuTime() - start) / NANOS;
    } while (seconds < SECONDS_EACH);
    return new double[]{items / seconds, bytes / seconds / 1e6};
  }
}
