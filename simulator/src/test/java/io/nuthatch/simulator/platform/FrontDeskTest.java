package io.nuthatch.simulator.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.simulator.Client;
import io.nuthatch.simulator.HandClock;
import io.nuthatch.simulator.SimulatedPlatforms;
import io.nuthatch.simulator.SimulatorException;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.people.World;
import io.nuthatch.simulator.people.WorldSettings;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What all platforms have in common on the wire. */
class FrontDeskTest {

  private static final String SHOW = "/1.1/users/show.json?screen_name=Anna";

  private final HandClock clock = new HandClock("2026-03-01T08:05:09Z");
  private final World world = World.open(WorldSettings.defaults().withAccounts(0), clock);
  private final SimulatedPlatforms platforms = SimulatedPlatforms.start(world, PlatformSettings.defaults());
  private final Client client = new Client(platforms, platforms.credentials(1).getFirst());
  private final Account anna = world.account("Anna");

  @AfterEach
  void close() {
    platforms.close();
  }

  @Test
  void unknownPath_is404InThePlatformsWords() throws Exception {
    Client.Answer old = client.get("/1.1/no/such.json");
    assertThat(old.status()).isEqualTo(404);
    assertThat(old.json().path("errors").path(0).path("code").asInt()).isEqualTo(34);
    assertThat(client.get("/2/nothing").json().path("title").asString()).isEqualTo("Not Found");
    assertThat(client.get("/").status()).isEqualTo(404);
    assertThat(client.get("/2/tweets/1/2/3/4").status()).isEqualTo(404);
  }

  @Test
  void wrongMethod_is405() throws Exception {
    assertThat(client.post("/1.1/statuses/show.json", "text/plain", "").status()).isEqualTo(405);
    assertThat(client.plain("DELETE", "/2/tweets", "").status()).isEqualTo(405);
  }

  @Test
  void malformedEncoding_is400() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), platforms.port())) {
      socket.getOutputStream()
          .write(("GET /1.1/statuses/show.json?id=%zz HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "
              + platforms.credentials(1).getFirst().bearerToken() + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
      assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
          .isEqualTo("HTTP/1.1 400");
    }
  }

  @Test
  void head_isGetWithoutTheBody() throws Exception {
    Client.Answer get = client.get(SHOW);
    Client.Answer head = client.send(client.request(SHOW)
        .header("Authorization", "Bearer " + platforms.credentials(1).getFirst().bearerToken())
        .method("HEAD", HttpRequest.BodyPublishers.noBody()));
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.header("content-length")).isEqualTo(get.header("content-length"));
    assertThat(head.text()).isEmpty();
  }

  @Test
  void gzip_isUsedWhenTheClientTakesIt() throws Exception {
    String plain = client.get(SHOW).text();
    Client.Answer zipped = client.send(client.request(SHOW)
        .header("Authorization", "Bearer " + platforms.credentials(1).getFirst().bearerToken())
        .header("Accept-Encoding", "gzip, deflate"));
    assertThat(zipped.header("content-encoding")).isEqualTo("gzip");
    assertThat(new String(new GZIPInputStream(zipped.content()).readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo(plain);
  }

  @Test
  void date_isTheWorlds() throws Exception {
    assertThat(client.get(SHOW).header("date")).isEqualTo("Sun, 01 Mar 2026 08:05:09 GMT");
  }

  @Test
  void oneConnection_servesManyCalls() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), platforms.port())) {
      OutputStream out = socket.getOutputStream();
      InputStream in = socket.getInputStream();
      for (int i = 0; i < 3; i++) {
        out.write(("GET /1.1/none.json HTTP/1.1\r\nHost: 127.0.0.1:" + platforms.port() + "\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII));
        byte[] status = in.readNBytes("HTTP/1.1 404".length());
        assertThat(new String(status, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 404");
        StringBuilder rest = new StringBuilder();
        while (!rest.toString().endsWith("}]}")) {
          rest.append((char) in.read());
        }
        assertThat(rest.toString().toLowerCase(Locale.ROOT)).contains("keep-alive");
      }
    }
  }

  @Test
  void journal_remembersWhoAskedWhat() throws Exception {
    client.get(SHOW);
    client.signed("POST", "/1.1/statuses/lookup.json", "id=1%2C2&map=true");
    client.plain("GET", "/2/tweets?ids=5", "");
    client.plain("GET", "/_simulator/journal", "");
    assertThat(platforms.journal().entries())
        .extracting(Journal.Entry::method, Journal.Entry::path, Journal.Entry::query, Journal.Entry::caller,
            Journal.Entry::status)
        .containsExactly(tuple("GET", "/1.1/users/show.json", "screen_name=Anna", "credential-1", 200),
            tuple("POST", "/1.1/statuses/lookup.json", "id=1%2C2&map=true", "credential-1", 200),
            tuple("GET", "/2/tweets", "ids=5", "", 401));
    assertThat(platforms.journal().entries(entry -> entry.status() == 429)).isEmpty();
  }

  @Test
  void journal_isBounded() {
    Journal journal = new Journal(3);
    for (int i = 0; i < 5; i++) {
      journal.add(new Journal.Entry(clock.instant(), "GET", "/" + i, "", "", 200));
    }
    assertThat(journal.entries()).extracting(Journal.Entry::path).containsExactly("/2", "/3", "/4");
  }

  @Test
  void webSocket_echoes() throws Exception {
    CompletableFuture<String> heard = new CompletableFuture<>();
    WebSocket socket = HttpClient.newHttpClient()
        .newWebSocketBuilder()
        .buildAsync(URI.create("ws://127.0.0.1:" + platforms.port() + "/_simulator/echo"), new WebSocket.Listener() {

          @Override
          public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            heard.complete(data.toString());
            return CompletableFuture.completedStage(null);
          }
        })
        .get(10, TimeUnit.SECONDS);
    socket.sendText("hello", true).get(10, TimeUnit.SECONDS);
    assertThat(heard.get(10, TimeUnit.SECONDS)).isEqualTo("hello");
    socket.sendClose(WebSocket.NORMAL_CLOSURE, "").get(10, TimeUnit.SECONDS);
  }

  @Test
  void takenPort_isOneClearLine() {
    PlatformSettings same = PlatformSettings.defaults().withPort(platforms.port());
    assertThatThrownBy(() -> SimulatedPlatforms.start(world, same)).isInstanceOf(SimulatorException.class)
        .hasMessageContaining("port " + platforms.port());
  }

  @Test
  void unknownPlatform_isRefusedWithThoseThereAre() {
    assertThat(platforms.baseUrl("twitter1")).isEqualTo(platforms.url() + "/1.1");
    assertThatThrownBy(() -> platforms.baseUrl("orkut")).isInstanceOf(SimulatorException.class)
        .hasMessageContaining("twitter2");
  }

  @Test
  void lookupOfHundredIds_takesMilliseconds() throws Exception {
    StringBuilder ids = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      Post post = world.post(anna.id(), "post number " + i + " with #tags and https://example.org/" + i);
      ids.append(i == 0 ? "" : "%2C").append(post.id());
    }
    long best = Long.MAX_VALUE;
    for (int i = 0; i < 300; i++) {
      long start = System.nanoTime();
      Client.Answer answer = client.get("/2/tweets?tweet.fields=created_at,public_metrics,entities&ids=" + ids);
      best = Math.min(best, System.nanoTime() - start);
      assertThat(answer.status()).isEqualTo(200);
    }
    System.out.printf("look-up of 100 ids, best of 300: %.2f ms%n", best / 1e6);
    assertThat(best).isLessThan(TimeUnit.MILLISECONDS.toNanos(20));
  }

  private static Tuple tuple(Object... values) {
    return Tuple.tuple(values);
  }
}
