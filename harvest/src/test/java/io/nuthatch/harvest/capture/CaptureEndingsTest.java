package io.nuthatch.harvest.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.harvest.HttpCall;
import io.nuthatch.harvest.capture.CaptureException.Failure;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Calls that others end, and streams that do not end by themselves. */
@Timeout(20)
final class CaptureEndingsTest {

  private static final Limits LONG = new Limits(Duration.ofSeconds(15), Duration.ofSeconds(15),
      Duration.ofSeconds(15), 1 << 20);

  @TempDir
  Path directory;

  @SuppressWarnings("NullAway.Init") // set before each test
  private CaptureClient client;

  @BeforeEach
  void start() {
    client = CaptureClient.create(new CaptureSettings("nuthatch/test", LONG, 64 << 10, directory, 2, null),
        AddressPolicy.ANY, Clock.systemUTC());
  }

  @AfterEach
  void stop() {
    client.close();
  }

  private static HttpCall get(URI uri) {
    return new HttpCall("GET", uri, List.of(), null, Set.of());
  }

  /** Runs the call on a thread of its own and lets it be ended once the server has heard it. */
  private static void assertAborted(RunnableCall call, CountDownLatch heard, Runnable ending) throws Exception {
    CompletableFuture<Void> done = CompletableFuture.runAsync(() -> call.run(), task -> Thread.ofVirtual().start(task));
    heard.await();
    ending.run();
    assertThatThrownBy(() -> done.get(10, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class).cause()
        .isInstanceOfSatisfying(CaptureException.class, e -> assertThat(e.failure()).isEqualTo(Failure.ABORTED));
  }

  private interface RunnableCall {

    void run();
  }

  @Test
  void closingTheScope_abortsACallWaitingForItsHead_andOneInItsBody() throws Exception {
    for (String said : List.of("", "HTTP/1.1 200 OK\nContent-Length: 100\n\nab")) {
      CountDownLatch heard = new CountDownLatch(1);
      try (RawServer server = RawServer.start(exchange -> {
        exchange.say(said);
        heard.countDown();
        exchange.waitForTheEnd();
      }); CallScope scope = new CallScope()) {
        assertAborted(() -> client.execute(get(server.uri("/")), LONG, scope).close(), heard, scope::close);
        assertThatThrownBy(() -> client.execute(get(server.uri("/")), LONG, scope))
            .isInstanceOf(CaptureException.class);
      }
    }
  }

  @Test
  void closingTheScope_abortsACallWaitingForAConnection() throws Exception {
    CountDownLatch heard = new CountDownLatch(2);
    try (RawServer server = RawServer.start(exchange -> {
      exchange.say("HTTP/1.1 200 OK\n\n");
      heard.countDown();
      exchange.waitForTheEnd();
    });
        CallScope scope = new CallScope();
        StreamingCapture one = client.open(get(server.uri("/1")));
        StreamingCapture two = client.open(get(server.uri("/2")))) {
      assertAborted(() -> client.execute(get(server.uri("/3")), LONG, scope).close(), heard, scope::close);
      assertThat(one.status()).isEqualTo(two.status());
    }
  }

  @Test
  void closingTheClient_abortsWhatIsInProgress() throws Exception {
    CountDownLatch heard = new CountDownLatch(1);
    try (RawServer server = RawServer.start(exchange -> {
      heard.countDown();
      exchange.waitForTheEnd();
    }); CallScope scope = new CallScope()) {
      assertAborted(() -> client.execute(get(server.uri("/")), LONG, scope).close(), heard, client::close);
    }
  }

  @Test
  void interruptingTheThread_abortsItsCall() throws Exception {
    CountDownLatch heard = new CountDownLatch(1);
    CompletableFuture<Throwable> thrown = new CompletableFuture<>();
    try (RawServer server = RawServer.start(exchange -> {
      heard.countDown();
      exchange.waitForTheEnd();
    })) {
      Thread thread = Thread.ofVirtual().start(() -> {
        try {
          client.execute(get(server.uri("/"))).close();
          thrown.complete(new AssertionError("was not aborted"));
        } catch (CaptureException e) {
          thrown.complete(e);
        }
      });
      heard.await();
      thread.interrupt();
      assertThat(thrown.get()).isInstanceOfSatisfying(CaptureException.class,
          e -> assertThat(e.failure()).isEqualTo(Failure.ABORTED));
    }
  }

  @Test
  void connectionsOfEndedCalls_areFreeAgain() throws Exception {
    try (RawServer server = RawServer.start(exchange -> {
      if (exchange.path().equals("/never")) {
        exchange.waitForTheEnd();
      } else {
        exchange.say("HTTP/1.1 200 OK\nContent-Length: 0\n\n");
      }
    })) {
      for (int i = 0; i < 6; i++) {
        assertThatThrownBy(() -> client.execute(get(server.uri("/never")), LONG.withTotal(Duration.ofMillis(60)),
            new CallScope())).isInstanceOf(CaptureException.class);
      }
      client.execute(get(server.uri("/"))).close();
    }
  }

  @Test
  void stream_givesBytesAsTheyArrive_andIsEndedFromAnotherThread() throws Exception {
    CountDownLatch firstRead = new CountDownLatch(1);
    try (RawServer server = RawServer.start(exchange -> {
      exchange.say("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n3\none\n");
      firstRead.await();
      exchange.say("3\ntwo\n");
      exchange.waitForTheEnd();
    })) {
      StreamingCapture stream = client.open(get(server.uri("/")), LONG.withTotal(Duration.ofMillis(300)),
          new CallScope());
      assertThat(stream.status()).isEqualTo(200);
      InputStream body = stream.body();
      assertThat(body.readNBytes(3)).asString().isEqualTo("one");
      firstRead.countDown();
      assertThat(body.readNBytes(3)).asString().isEqualTo("two");
      CompletableFuture<Throwable> end = new CompletableFuture<>();
      Thread.ofVirtual().start(() -> {
        try {
          body.transferTo(OutputStream.nullOutputStream());
          end.complete(new AssertionError("the stream ended as if it were whole"));
        } catch (IOException e) {
          end.complete(e);
        }
      });
      stream.close();
      assertThat(end.get()).isInstanceOf(IOException.class);
    }
  }

  @Test
  void compressedStream_givesWhatIsFlushed_beforeMoreComes() throws Exception {
    CountDownLatch firstRead = new CountDownLatch(1);
    try (RawServer server = RawServer.start(exchange -> {
      exchange.say("HTTP/1.1 200 OK\nContent-Encoding: gzip\nTransfer-Encoding: chunked\n\n");
      ByteArrayOutputStream part = new ByteArrayOutputStream();
      GZIPOutputStream gzip = new GZIPOutputStream(part, true);
      for (String line : List.of("one\n", "two\n")) {
        gzip.write(line.getBytes(StandardCharsets.US_ASCII));
        gzip.flush();
        exchange.say(Integer.toHexString(part.size()) + "\n");
        exchange.say(part.toByteArray());
        exchange.say("\n");
        part.reset();
        firstRead.await();
      }
      exchange.waitForTheEnd();
    }); StreamingCapture stream = client.open(get(server.uri("/")))) {
      BufferedReader lines = new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.US_ASCII));
      assertThat(lines.readLine()).isEqualTo("one");
      firstRead.countDown();
      assertThat(lines.readLine()).isEqualTo("two");
    }
  }

  @Test
  void silentStream_timesOut_andItsTotalTimeDoesNotCount() throws Exception {
    try (RawServer server = RawServer.start(exchange -> {
      exchange.say("HTTP/1.1 200 OK\n\nkeep");
      exchange.waitForTheEnd();
    });
        StreamingCapture stream = client.open(get(server.uri("/")),
            new Limits(LONG.connect(), Duration.ofMillis(400), Duration.ofMillis(200), 10), new CallScope())) {
      InputStream body = stream.body();
      assertThat(body.readNBytes(4)).asString().isEqualTo("keep");
      assertThatThrownBy(body::read).isInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void streamThatIsARefusal_canBeHadWhole() throws Exception {
    try (RawServer server = RawServer.start(exchange -> exchange
        .say("HTTP/1.1 429 Too Many Requests\nRetry-After: 3\nContent-Length: 4\n\nslow"))) {
      try (StreamingCapture stream = client.open(get(server.uri("/"))); Capture capture = stream.whole()) {
        assertThat(capture.status()).isEqualTo(429);
        assertThat(capture.header("retry-after")).isEqualTo("3");
        assertThat(capture.body().readAllBytes()).asString().isEqualTo("slow");
      }
      client.execute(get(server.uri("/"))).close();
      assertThat(server.connections()).isEqualTo(1);
    }
  }
}
