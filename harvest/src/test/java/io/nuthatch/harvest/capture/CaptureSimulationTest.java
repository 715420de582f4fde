package io.nuthatch.harvest.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.harvest.HttpCall;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many callers on shared connections, some of which break: each gets its own answer, and knows when it is not whole. */
@Timeout(120)
final class CaptureSimulationTest {

  private static final int CALLERS = 40;
  private static final int CALLS = 40;

  @TempDir
  Path directory;

  /** What is said under a path: a body made from it, framed in one way or another, cut or not. */
  private record Plan(String path) {

    Random random() {
      return new Random(path.hashCode());
    }

    boolean isCut() {
      return random().nextInt(5) == 0;
    }

    String body() {
      return (path + ";").repeat(1 + random().nextInt(3_000));
    }

    void play(RawServer.Exchange exchange) throws IOException {
      String body = body();
      byte[] framed = (random().nextBoolean()
          ? "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body
          : "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(body.length()) + "\r\n"
              + body + "\r\n0\r\n\r\n")
          .getBytes(StandardCharsets.ISO_8859_1);
      if (isCut()) {
        exchange.say(Arrays.copyOf(framed, framed.length - 7));
        exchange.hangUp();
      } else {
        exchange.say(framed);
      }
    }
  }

  @Test
  void everyCaller_getsItsOwnAnswer() throws Exception {
    long seed = System.nanoTime();
    try (RawServer server = RawServer.start(exchange -> new Plan(exchange.path()).play(exchange));
        CaptureClient client = CaptureClient.create(
            new CaptureSettings("nuthatch/test", Limits.STANDARD, 16 << 10, directory, 8, null), AddressPolicy.ANY,
            Clock.systemUTC());
        ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all = new ArrayList<>();
      for (int caller = 0; caller < CALLERS; caller++) {
        String name = "/" + seed + "/" + caller + "/";
        all.add(callers.submit(() -> {
          for (int call = 0; call < CALLS; call++) {
            check(client, server, new Plan(name + call));
          }
          return name;
        }));
      }
      for (Future<?> one : all) {
        one.get();
      }
    } catch (Exception | AssertionError e) {
      throw new AssertionError("with seed " + seed, e);
    }
  }

  private static void check(CaptureClient client, RawServer server, Plan plan) throws IOException {
    HttpCall call = new HttpCall("GET", server.uri(plan.path()), List.of(), null, Set.of());
    try (StreamingCapture stream = client.open(call); Capture capture = stream.whole()) {
      assertThat(new String(capture.request(), StandardCharsets.ISO_8859_1)).startsWith("GET " + plan.path() + " ");
      assertThat(capture.truncated() != null).as(plan.path()).isEqualTo(plan.isCut());
      DecodedBody body = DecodedBody.read(capture, 1 << 20);
      String text = new String(body.bytes(), StandardCharsets.ISO_8859_1);
      if (plan.isCut()) {
        assertThat(body.isWhole()).isFalse();
        assertThat(plan.body()).startsWith(text);
      } else {
        assertThat(text).isEqualTo(plan.body());
      }
    }
  }
}
