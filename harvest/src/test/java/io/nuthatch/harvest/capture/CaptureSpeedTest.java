package io.nuthatch.harvest.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.harvest.HttpCall;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What keeping the bytes costs: the client beside Apache HttpClient used plainly, over loopback. CPU time of the calling
 * thread, in alternate rounds, so that what else runs on the machine counts little.
 */
@Tag("slow")
final class CaptureSpeedTest {

  private static final int ROUNDS = 9;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  @TempDir
  Path directory;

  private interface OneCall {

    long make() throws IOException;
  }

  @Test
  void keepingTheBytes_costsLittle() throws Exception {
    assertThat(ratio(1_000, false, 3_000)).isGreaterThan(0.8);
    assertThat(ratio(30_000, false, 2_000)).isGreaterThan(0.8);
    assertThat(ratio(30_000, true, 2_000)).isGreaterThan(0.8);
    assertThat(ratio(1_000_000, false, 150)).isGreaterThan(0.7);
  }

  private double ratio(int bytes, boolean chunked, int calls) throws Exception {
    byte[] answer = answer(bytes, chunked);
    try (RawServer server = RawServer.start(exchange -> exchange.say(answer));
        CaptureClient ours = CaptureClient.create(CaptureSettings.standard("nuthatch/test", directory),
            AddressPolicy.ANY,
            Clock.systemUTC());
        PoolingHttpClientConnectionManager pool = new PoolingHttpClientConnectionManager();
        CloseableHttpClient theirs = HttpClients.custom().setConnectionManager(pool).disableAutomaticRetries()
            .disableRedirectHandling().disableContentCompression().disableCookieManagement().build()) {
      URI uri = server.uri("/page");
      OneCall capture = () -> {
        try (Capture kept = ours.execute(new HttpCall("GET", uri, List.of(), null, Set.of()))) {
          return kept.bodyLength();
        }
      };
      OneCall plain = () -> theirs.execute(new HttpGet(uri),
          response -> EntityUtils.toByteArray(response.getEntity()).length);
      double[] ratios = new double[ROUNDS];
      for (int round = -3; round < ROUNDS; round++) {
        double other = callsPerCpuSecond(plain, calls);
        double own = callsPerCpuSecond(capture, calls);
        if (round >= 0) {
          ratios[round] = own / other;
          System.out.printf("%d bytes%s: %.0f and %.0f calls a CPU second, %.0f and %.0f MB%n", bytes,
              chunked ? " chunked" : "", own, other, own * bytes / 1e6, other * bytes / 1e6);
        }
      }
      Arrays.sort(ratios);
      System.out.printf("ratio capture-%d%s %.2f%n", bytes, chunked ? "-chunked" : "", ratios[ROUNDS / 2]);
      return ratios[ROUNDS / 2];
    }
  }

  private static double callsPerCpuSecond(OneCall call, int calls) throws IOException {
    long before = THREADS.getCurrentThreadCpuTime();
    for (int i = 0; i < calls; i++) {
      assertThat(call.make()).isPositive();
    }
    return calls * 1e9 / (THREADS.getCurrentThreadCpuTime() - before);
  }

  private static byte[] answer(int bytes, boolean chunked) {
    StringBuilder text = new StringBuilder(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nDate: x\r\nServer: y\r\n");
    if (!chunked) {
      text.append("Content-Length: ").append(bytes).append("\r\n\r\n").append("x".repeat(bytes));
    } else {
      text.append("Transfer-Encoding: chunked\r\n\r\n");
      for (int left = bytes; left > 0; left -= 4096) {
        int size = Math.min(left, 4096);
        text.append(Integer.toHexString(size)).append("\r\n").append("x".repeat(size)).append("\r\n");
      }
      text.append("0\r\n\r\n");
    }
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }
}
