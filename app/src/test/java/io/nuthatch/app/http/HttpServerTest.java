package io.nuthatch.app.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.app.Access;
import io.nuthatch.app.AppException;
import io.nuthatch.app.security.Security;
import io.nuthatch.app.settings.Network;
import io.nuthatch.app.settings.Settings;
import io.nuthatch.database.Migrations;
import io.nuthatch.database.sqlite.SqliteDatabase;
import io.nuthatch.database.sqlite.SqliteSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server itself, with endpoints made for the test. */
class HttpServerTest {

  @TempDir
  private Path directory;
  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final HttpClient http = HttpClient.newHttpClient();
  private SqliteDatabase database;
  private Security security;

  @BeforeEach
  void open() {
    database = SqliteDatabase.open(directory, SqliteSettings.defaults());
    database.migrate(List.of(Migrations.of("app")));
    security = new Security(Settings.read(null, Map.of(), Map.of()), Map.of(), directory, database, Clock.systemUTC());
  }

  @AfterEach
  void close() {
    release.countDown();
    database.close();
  }

  private HttpServer start(Duration request, List<Network> proxies) {
    HttpSettings.Limits limits = new HttpSettings.Limits(1000, request, Duration.ofSeconds(5), Duration.ofSeconds(5),
        100);
    List<Endpoint> endpoints = List.of(
        endpoint("/slow", r -> {
          entered.countDown();
          try {
            release.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
          }
          return Answer.json("done");
        }), endpoint("/where", r -> Answer.json(r.origin())), endpoint("/broken", r -> {
          throw new IllegalStateException("secret inside");
        }), endpoint("/stream", r -> Answer.events(out -> {
          out.write("data: hello\n\n".getBytes(StandardCharsets.UTF_8));
          out.flush();
          entered.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        })));
    return HttpServer.start(new HttpSettings("127.0.0.1", 0, limits, proxies, null, null), endpoints, security.gate(),
        (method, path, status, took) -> {
        }, ProblemDocument::of);
  }

  private static Endpoint endpoint(String path, Endpoint.Handler handler) {
    return new Endpoint(Endpoint.Method.GET, path, Access.NONE, Endpoint.doc("test", path), handler);
  }

  private CompletableFuture<HttpResponse<String>> get(HttpServer server, String path, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.sendAsync(request.build(), BodyHandlers.ofString());
  }

  @Test
  void requestOverItsTime_isEndedWithAProblem() throws Exception {
    try (HttpServer server = start(Duration.ofMillis(200), List.of())) {
      HttpResponse<String> response = get(server, "/slow").get(10, TimeUnit.SECONDS);
      assertThat(response.statusCode()).isEqualTo(503);
      assertThat(response.body()).contains("took longer than");
      assertThat(get(server, "/where").get().statusCode()).isEqualTo(200);
    }
  }

  @Test
  void closing_letsRunningRequestsFinish() throws Exception {
    HttpServer server = start(Duration.ofSeconds(30), List.of());
    CompletableFuture<HttpResponse<String>> slow = get(server, "/slow");
    entered.await();
    CompletableFuture<Void> closing = CompletableFuture.runAsync(server::close);
    assertThat(closing).isNotDone();
    release.countDown();
    assertThat(slow.get(10, TimeUnit.SECONDS).body()).isEqualTo("\"done\"");
    closing.get(10, TimeUnit.SECONDS);
  }

  @Test
  void closing_endsStreams() throws Exception {
    HttpServer server = start(Duration.ofSeconds(30), List.of());
    CompletableFuture<HttpResponse<String>> stream = get(server, "/stream");
    entered.await();
    server.close();
    assertThat(stream.handle((response, failure) -> "over").get(10, TimeUnit.SECONDS)).isEqualTo("over");
  }

  @Test
  void faultOfOurs_isToldWithoutItsInside() throws Exception {
    try (HttpServer server = start(Duration.ofSeconds(30), List.of())) {
      HttpResponse<String> response = get(server, "/broken").get();
      assertThat(response.statusCode()).isEqualTo(500);
      assertThat(response.body()).contains("the node's log").doesNotContain("secret inside");
    }
  }

  @Test
  void takenPort_isSaidWithWhatToDo() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      HttpSettings settings = new HttpSettings("127.0.0.1", taken.getLocalPort(),
          new HttpSettings.Limits(1, Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(1), 1), List.of(),
          null, null);
      assertThatThrownBy(() -> HttpServer.start(settings, List.of(), security.gate(), (m, p, s, t) -> {
      }, ProblemDocument::of)).isInstanceOf(AppException.class).hasMessageContaining("--http-port");
    }
  }

  @Test
  void garbageOnTheWire_getsAProblem() throws IOException {
    try (HttpServer server = start(Duration.ofSeconds(30), List.of());
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(5000);
      socket.getOutputStream().write("GET / HTTP/1.1\r\nno colon here\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      String answer = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(answer).startsWith("HTTP/1.1 400").contains("application/problem+json");
    }
  }

  @Test
  void forwardingHeaders_areBelievedFromNamedProxiesOnly() throws Exception {
    String[] headers = {"X-Forwarded-For", "6.6.6.6, 203.0.113.9, 10.1.1.1", "X-Forwarded-Proto", "https",
        "X-Forwarded-Host", "archive.example.org"};
    try (HttpServer server = start(Duration.ofSeconds(30), List.of())) {
      assertThat(get(server, "/where", headers).get().body()).contains("\"address\":\"127.0.0.1\",\"secure\":false");
    }
    List<Network> proxies = List.of(Network.parse("127.0.0.1").orElseThrow(),
        Network.parse("10.0.0.0/8").orElseThrow());
    try (HttpServer server = start(Duration.ofSeconds(30), proxies)) {
      assertThat(get(server, "/where", headers).get().body())
          .isEqualTo("{\"address\":\"203.0.113.9\",\"secure\":true,\"host\":\"archive.example.org\"}");
      assertThat(get(server, "/where", "X-Forwarded-For", "rubbish").get().body()).contains("127.0.0.1");
    }
  }
}
