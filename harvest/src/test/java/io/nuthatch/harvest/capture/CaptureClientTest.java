package io.nuthatch.harvest.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.harvest.HttpCall;
import io.nuthatch.harvest.capture.CaptureException.Failure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a capture has of an exchange, and how it says that an answer is not whole. */
final class CaptureClientTest {

  private static final Instant NOON = Instant.parse("2026-05-01T12:00:00Z");

  @TempDir
  Path directory;

  @SuppressWarnings("NullAway.Init") // set before each test
  private CaptureClient client;
  private @Nullable RawServer server;

  @BeforeEach
  void start() {
    Limits limits = new Limits(Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(20), 1 << 20);
    client = CaptureClient.create(new CaptureSettings("nuthatch/test", limits, 64 << 10, directory, 8, null),
        AddressPolicy.ANY, Clock.fixed(NOON, ZoneOffset.UTC));
  }

  @AfterEach
  void stop() {
    client.close();
    if (server != null) {
      server.close();
    }
  }

  private RawServer serve(RawServer.Script script) {
    server = RawServer.start(script);
    return server;
  }

  private static HttpCall get(URI uri) {
    return new HttpCall("GET", uri, List.of(), null, Set.of());
  }

  private static String body(Capture capture) throws IOException {
    return new String(capture.body().readAllBytes(), StandardCharsets.ISO_8859_1);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  @Test
  void wholeAnswer_isKeptByteForByte() throws Exception {
    serve(exchange -> exchange
        .say("HTTP/1.1 200 Fine  by me\nX-Odd:   spaced \nx-odd: twice\nContent-Length: 5\n\nhello"));
    HttpCall call = new HttpCall("POST", serve().uri("/a?b=c"), List.of(Map.entry("X-Key", "s3cret")), "grün",
        Set.of("s3cret"));
    try (Capture capture = client.execute(call)) {
      assertThat(text(capture.request())).isEqualTo("POST /a?b=c HTTP/1.1\r\nHost: 127.0.0.1:" + serve().port()
          + "\r\nX-Key: s3cret\r\nUser-Agent: nuthatch/test\r\nAccept-Encoding: gzip\r\nContent-Length: 5\r\n\r\n"
          + text("grün".getBytes(StandardCharsets.UTF_8)));
      assertThat(text(capture.responseHead())).isEqualTo(
          "HTTP/1.1 200 Fine  by me\r\nX-Odd:   spaced \r\nx-odd: twice\r\nContent-Length: 5\r\n\r\n");
      assertThat(body(capture)).isEqualTo("hello");
      assertThat(capture.bodyLength()).isEqualTo(5);
      assertThat(capture.truncated()).isNull();
      assertThat(capture.status()).isEqualTo(200);
      assertThat(capture.headers().get("x-odd")).containsExactly("spaced", "twice");
      assertThat(capture.at()).isEqualTo(NOON);
      assertThat(capture.peer()).isEqualTo(InetAddress.getLoopbackAddress());
      assertThat(capture.secrets()).containsExactly("s3cret");
    }
  }

  private RawServer serve() {
    assertThat(server).isNotNull();
    return server;
  }

  @Test
  void chunkedBody_isKeptAsTransferred_andConnectionServesAgain() throws Exception {
    serve(exchange -> exchange
        .say("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n5;name=x\nhello\n6\n world\n0\nX-Trailer: t\n\n"));
    for (int i = 0; i < 3; i++) {
      try (Capture capture = client.execute(get(serve().uri("/")))) {
        assertThat(body(capture)).isEqualTo("5;name=x\r\nhello\r\n6\r\n world\r\n0\r\nX-Trailer: t\r\n\r\n");
        assertThat(capture.truncated()).isNull();
        assertThat(text(DecodedBody.read(capture, 100).bytes())).isEqualTo("hello world");
      }
    }
    assertThat(serve().connections()).isEqualTo(1);
  }

  @Test
  void interimAnswers_areNotPartOfTheAnswer() throws Exception {
    serve(exchange -> exchange.say("HTTP/1.1 100 Continue\n\nHTTP/1.1 103 Early Hints\nLink: x\n\n"
        + "HTTP/1.1 200 OK\nContent-Length: 2\n\nok"));
    try (Capture capture = client.execute(get(serve().uri("/")))) {
      assertThat(text(capture.responseHead())).isEqualTo("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n");
      assertThat(body(capture)).isEqualTo("ok");
    }
  }

  @Test
  void headWithOddLines_isKeptAsItCame() throws Exception {
    serve(exchange -> exchange.say("\nHTTP/1.1 200\nno colon here\nContent-Length: 2\n\nok"));
    try (Capture capture = client.execute(get(serve().uri("/")))) {
      assertThat(text(capture.responseHead())).isEqualTo("HTTP/1.1 200\r\nno colon here\r\nContent-Length: 2\r\n\r\n");
      assertThat(body(capture)).isEqualTo("ok");
    }
  }

  @Test
  void bodyShorterThanItsLength_isADisconnect() throws Exception {
    serve(exchange -> {
      exchange.say("HTTP/1.1 200 OK\nContent-Length: 10\n\nhalf");
      exchange.hangUp();
    });
    try (Capture capture = client.execute(get(serve().uri("/")))) {
      assertThat(capture.truncated()).isEqualTo("disconnect");
      assertThat(body(capture)).isEqualTo("half");
      assertThat(DecodedBody.read(capture, 100).isWhole()).isFalse();
    }
  }

  @Test
  void chunkSequenceWithoutItsEnd_isADisconnect() throws Exception {
    for (String part : List.of("5\nhello\n", "5\nhe", "5\nhello\n0", "5")) {
      try (RawServer broken = RawServer.start(exchange -> {
        exchange.say("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n" + part);
        exchange.hangUp();
      }); Capture capture = client.execute(get(broken.uri("/")))) {
        assertThat(capture.truncated()).as(part).isEqualTo("disconnect");
        assertThat(body(capture)).isEqualTo(part.replace("\n", "\r\n"));
        assertThat(DecodedBody.read(capture, 100).isWhole()).as(part).isFalse();
      }
    }
  }

  @Test
  void nonsenseForAChunk_isUnspecified() throws Exception {
    serve(exchange -> {
      exchange.say("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\nzebra\nhello\n");
      exchange.hangUp();
    });
    try (Capture capture = client.execute(get(serve().uri("/")))) {
      assertThat(capture.truncated()).isEqualTo("unspecified");
    }
  }

  @Test
  void bodyUntilTheConnectionEnds_isWhole() throws Exception {
    serve(exchange -> {
      exchange.say("HTTP/1.0 200 OK\n\nall there is");
      exchange.hangUp();
    });
    try (Capture capture = client.execute(get(serve().uri("/")))) {
      assertThat(capture.truncated()).isNull();
      assertThat(body(capture)).isEqualTo("all there is");
    }
  }

  @Test
  void bytesAfterTheAnswer_belongToNoOne() throws Exception {
    serve(
        exchange -> exchange.say("HTTP/1.1 200 OK\nContent-Length: 2\n\nokHTTP/1.1 200 OK\nContent-Length: 4\n\nevil"));
    for (int i = 0; i < 2; i++) {
      try (Capture capture = client.execute(get(serve().uri("/")))) {
        assertThat(body(capture)).isEqualTo("ok");
        assertThat(capture.truncated()).isNull();
      }
    }
    assertThat(serve().connections()).isEqualTo(2);
  }

  @Test
  void largeBody_isSpooledAndRead_andNoFileIsLeft() throws Exception {
    byte[] large = new byte[500_000];
    new java.util.Random(7).nextBytes(large);
    serve(exchange -> {
      exchange.say("HTTP/1.1 200 OK\nContent-Length: 500000\n\n");
      exchange.say(large);
    });
    try (Capture capture = client.execute(get(serve().uri("/")))) {
      assertThat(capture.body().readAllBytes()).isEqualTo(large);
      assertThat(capture.body().readAllBytes()).isEqualTo(large);
      assertThat(capture.truncated()).isNull();
    }
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void bodyOverTheLimit_isCutThere() throws Exception {
    serve(exchange -> {
      exchange.say("HTTP/1.1 200 OK\n\n");
      while (true) {
        exchange.say("for ever and ever ");
      }
    });
    try (Capture capture = client.execute(get(serve().uri("/")), Limits.STANDARD.withBytes(100_000), new CallScope())) {
      assertThat(capture.truncated()).isEqualTo("length");
      assertThat(capture.bodyLength()).isEqualTo(100_000);
      assertThat(capture.body().readAllBytes()).hasSize(100_000);
    }
  }

  @Test
  void answerDrippingByteByByte_isCutByTime() throws Exception {
    serve(exchange -> {
      exchange.say("HTTP/1.1 200 OK\nContent-Length: 1000000\n\nabc");
      exchange.waitForTheEnd();
    });
    try (Capture capture = client.execute(get(serve().uri("/")), Limits.STANDARD.withTotal(Duration.ofMillis(200)),
        new CallScope())) {
      assertThat(capture.truncated()).isEqualTo("time");
      assertThat(body(capture)).isEqualTo("abc");
    }
  }

  @Test
  void silence_isATimeout_beforeTheHead_andACutAfterIt() throws Exception {
    Limits limits = Limits.STANDARD.withSilence(Duration.ofMillis(150));
    serve(exchange -> {
      if (exchange.path().equals("/body")) {
        exchange.say("HTTP/1.1 200 OK\nContent-Length: 9\n\nabc");
      }
      exchange.waitForTheEnd();
    });
    assertThatThrownBy(() -> client.execute(get(serve().uri("/head")), limits, new CallScope()))
        .isInstanceOfSatisfying(CaptureException.class, e -> assertThat(e.failure()).isEqualTo(Failure.TIMEOUT));
    try (Capture capture = client.execute(get(serve().uri("/body")), limits, new CallScope())) {
      assertThat(capture.truncated()).isEqualTo("time");
    }
  }

  @Test
  void connectionClosedWhileKept_isReplacedWithoutTheCallerKnowing() throws Exception {
    serve(exchange -> {
      exchange.say("HTTP/1.1 200 OK\nContent-Length: 2\n\nok");
      exchange.hangUp();
    });
    for (int i = 0; i < 5; i++) {
      client.execute(get(serve().uri("/"))).close();
    }
    assertThat(serve().requests()).hasSize(5);
  }

  @Test
  void closedBeforeTheHead_isNoAnswer_andSomethingElseThanHttpIsABadOne() {
    serve(exchange -> {
      if (exchange.path().equals("/garbage")) {
        exchange.say("SSH-2.0-whatever\n".repeat(50));
      } else if (exchange.path().equals("/line")) {
        exchange.say("HTTP/1.1 200 OK\nContent-Type: text/plain\n");
      } else if (exchange.path().equals("/half")) {
        exchange.say("HTTP/1.1 200 OK\nContent-");
      }
      exchange.hangUp();
    });
    assertFailure("/", Failure.NO_ANSWER);
    assertFailure("/half", Failure.NO_ANSWER);
    assertFailure("/line", Failure.NO_ANSWER);
    assertFailure("/garbage", Failure.BAD_ANSWER);
  }

  private void assertFailure(String path, Failure failure) {
    assertThatThrownBy(() -> client.execute(get(serve().uri(path)))).isInstanceOfSatisfying(CaptureException.class,
        e -> assertThat(e.failure()).as(path + ": " + e.getMessage()).isEqualTo(failure));
  }

  @Test
  void answersThatHaveNoBody_areWhole_whateverTheirLengthSays() throws Exception {
    serve(exchange -> exchange.say(exchange.request().startsWith("HEAD")
        ? "HTTP/1.1 200 OK\nContent-Length: 50\n\n"
        : "HTTP/1.1 304 Not Modified\nContent-Length: 50\n\n"));
    for (String method : List.of("GET", "HEAD", "GET")) {
      try (Capture capture = client.execute(new HttpCall(method, serve().uri("/"), List.of(), null, Set.of()))) {
        assertThat(capture.truncated()).isNull();
        assertThat(capture.bodyLength()).isZero();
      }
    }
    assertThat(serve().connections()).isEqualTo(1);
  }

  @Test
  void headerWithALineBreak_isNotSent() {
    serve(exchange -> exchange.hangUp());
    HttpCall call = new HttpCall("GET", serve().uri("/"), List.of(Map.entry("X-Key", "a\r\nEvil: b")), null, Set.of());
    assertThatThrownBy(() -> client.execute(call)).isInstanceOfSatisfying(CaptureException.class,
        e -> assertThat(e.failure()).isEqualTo(Failure.BAD_CALL));
  }

  @Test
  void callsThatCannotBeMade_sayWhy_andKeepTheirQueryToThemselves() {
    for (String uri : List.of("ftp://example.com/?key=s3cret", "file:///etc/passwd?key=s3cret", "http:///x?key=s3cret",
        "http://a:99999/?key=s3cret")) {
      assertThatThrownBy(() -> client.execute(get(URI.create(uri)))).as(uri)
          .isInstanceOfSatisfying(CaptureException.class, e -> assertThat(e.failure()).isEqualTo(Failure.BAD_CALL))
          .message().doesNotContain("s3cret");
    }
  }

  @Test
  void nobodyListening_isUnreachable() {
    assertThatThrownBy(() -> client.execute(get(URI.create("http://127.0.0.1:1/"))))
        .isInstanceOfSatisfying(CaptureException.class, e -> assertThat(e.failure()).isEqualTo(Failure.UNREACHABLE));
  }
}
