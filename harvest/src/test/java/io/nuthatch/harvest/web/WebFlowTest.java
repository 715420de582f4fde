package io.nuthatch.harvest.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.nuthatch.harvest.FetchFlow;
import io.nuthatch.harvest.capture.CaptureSettings;
import io.nuthatch.harvest.capture.Limits;
import io.nuthatch.harvest.capture.RawServer;
import io.nuthatch.model.message.SeedReference;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.StringNode;

/** What becomes of seeds whose servers answer in all kinds of ways. */
@Timeout(60)
final class WebFlowTest {

  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final String OK = "HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Length: 2\n\nok";
  private static final String GONE = "HTTP/1.1 404 Not Found\nContent-Length: 0\n\n";

  @TempDir
  Path directory;

  private final Notebook notebook = new Notebook();

  private void fetch(List<String> urls) {
    fetch(urls, List.of("127.0.0.0/8"));
  }

  private void fetch(List<String> urls, List<String> allowed) {
    WebSettings settings = new WebSettings(allowed, 8, PAUSE, Duration.ofSeconds(2), 3);
    List<SeedReference> seeds = new ArrayList<>();
    for (int i = 0; i < urls.size(); i++) {
      seeds.add(new SeedReference("seed" + i, StringNode.valueOf(urls.get(i)), null));
    }
    try (WebAdapter adapter = WebAdapter.open(settings, CaptureSettings.standard("Nuthatch/1.0 (+about)", directory),
        Clock.systemUTC())) {
      ((FetchFlow) adapter.types().getFirst().flow()).fetch(seeds, notebook);
    }
  }

  private static String url(RawServer server, String path) {
    return server.uri(path).toString();
  }

  private static boolean isRobots(RawServer.Exchange exchange) {
    return exchange.path().equals("/robots.txt");
  }

  @Test
  void urls_areFetchedOnce_recordedAndSettled_robotsFirst() throws Exception {
    try (RawServer server = RawServer.start(exchange -> exchange.say(isRobots(exchange) ? GONE : OK))) {
      fetch(List.of(url(server, "/") + "a b", url(server, "/") + "c?d=ä#frag", url(server, "/a%20b")));
    }
    assertThat(notebook.paths()).containsExactly("/robots.txt", "/a%20b", "/c?d=%C3%A4");
    assertThat(notebook.settled).containsExactlyInAnyOrder("seed0", "seed1", "seed2");
    assertThat(notebook.warnings).isEmpty();
  }

  @Test
  void redirects_areFollowedAndRecorded_acrossHosts() throws Exception {
    try (RawServer end = RawServer.start(exchange -> exchange.say(isRobots(exchange) ? GONE : OK));
        RawServer start = RawServer.start(exchange -> exchange.say(switch (exchange.path()) {
          case "/dir/a" -> "HTTP/1.1 302 Found\nLocation: b?x\nContent-Length: 0\n\n";
          case "/dir/b?x" -> "HTTP/1.1 308 Over there\nLocation: " + url(end, "/end") + "\nContent-Length: 0\n\n";
          default -> GONE;
        }))) {
      fetch(List.of(url(start, "/dir/a")));
    }
    assertThat(notebook.paths()).containsExactly("/robots.txt", "/dir/a", "/dir/b?x", "/robots.txt", "/end");
    assertThat(notebook.warnings).isEmpty();
    assertThat(notebook.settled).containsExactly("seed0");
  }

  @Test
  void redirectsWithoutEnd_areNoticed() throws Exception {
    try (RawServer server = RawServer.start(exchange -> {
      String path = exchange.path();
      exchange.say("HTTP/1.1 301 Moved\nContent-Length: 0\nLocation: " + switch (path) {
        case "/self" -> "/self";
        case "/ping" -> "/pong";
        case "/pong" -> "/ping";
        case "/file" -> "file:///etc/passwd";
        case "/odd" -> "http://[what";
        default -> "/on" + path;
      } + "\n\n");
    })) {
      notebook.with(WebOptions.ROBOTS, false).with(WebOptions.MAX_REDIRECTS, 4);
      fetch(List.of(url(server, "/self"), url(server, "/ping"), url(server, "/file"), url(server, "/odd"),
          url(server, "/x")));
    }
    assertThat(notebook.codes()).containsExactlyInAnyOrder("web_redirect_loop", "web_redirect_loop", "web_bad_url",
        "web_bad_url", "web_too_many_redirects");
    assertThat(notebook.paths()).filteredOn(path -> path.endsWith("/x")).hasSize(5);
    assertThat(notebook.settled).hasSize(5);
  }

  @Test
  void statuses_becomeCodes_withTheirSeeds() throws Exception {
    try (RawServer server = RawServer.start(exchange -> exchange
        .say("HTTP/1.1 " + exchange.path().substring(1, 4) + " X\nContent-Length: 0\n\n"))) {
      notebook.with(WebOptions.ROBOTS, false);
      fetch(List.of(url(server, "/404"), url(server, "/410"), url(server, "/403"), url(server, "/418"),
          url(server, "/200"), url(server, "/500")));
    }
    assertThat(notebook.warnings).extracting(Notebook.Warning::code, Notebook.Warning::seed).containsExactlyInAnyOrder(
        tuple("web_not_found", "seed0"),
        tuple("web_not_found", "seed1"),
        tuple("web_forbidden", "seed2"),
        tuple("web_refused", "seed3"),
        tuple("web_server_error", "seed5"));
    assertThat(notebook.entries).as("all are evidence, the failing one tried three times").hasSize(5 + 3);
  }

  @Test
  void retryAfter_isHonoured_withinBounds() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    ConcurrentLinkedQueue<Long> times = new ConcurrentLinkedQueue<>();
    try (RawServer server = RawServer.start(exchange -> {
      if (exchange.path().equals("/long")) {
        exchange.say("HTTP/1.1 503 Later\nRetry-After: 86400\nContent-Length: 0\n\n");
      } else {
        times.add(System.nanoTime());
        exchange.say(asked.incrementAndGet() == 1 ? "HTTP/1.1 429 Slow\nRetry-After: 1\nContent-Length: 0\n\n" : OK);
      }
    })) {
      notebook.with(WebOptions.ROBOTS, false);
      fetch(List.of(url(server, "/soon"), url(server, "/long")));
    }
    assertThat(notebook.codes()).containsExactly("web_server_error");
    assertThat(times.poll()).isLessThan(times.remove() - Duration.ofMillis(990).toNanos());
  }

  @Test
  void robots_areObeyed_asFarAsTheyCanBeHad() throws Exception {
    String rules = "User-agent: *\nDisallow: /\n\nUser-agent: nuthatch\nDisallow: /private\nAllow: /private/not\n";
    try (RawServer strict = RawServer.start(exchange -> exchange.say(isRobots(exchange)
        ? "HTTP/1.1 200 OK\nContent-Length: " + rules.replace("\n", "\r\n").length() + "\n\n" + rules
        : OK));
        RawServer broken = RawServer
            .start(exchange -> exchange.say(isRobots(exchange) ? "HTTP/1.1 500 X\nContent-Length: 0\n\n" : OK));
        RawServer elsewhere = RawServer.start(exchange -> exchange.say(isRobots(exchange)
            ? "HTTP/1.1 301 X\nLocation: " + url(strict, "/robots.txt") + "\nContent-Length: 0\n\n"
            : OK))) {
      fetch(List.of(url(strict, "/private/x"), url(strict, "/private/not"), url(strict, "/open"), url(broken, "/x"),
          url(elsewhere, "/private")));
      assertThat(strict.requests()).containsExactlyInAnyOrder("GET /robots.txt HTTP/1.1", "GET /robots.txt HTTP/1.1",
          "GET /private/not HTTP/1.1", "GET /open HTTP/1.1");
      assertThat(broken.requests()).as("only robots.txt, three times").hasSize(3)
          .allMatch(line -> line.contains("robots"));
    }
    assertThat(notebook.warnings).extracting(Notebook.Warning::code).containsOnly("web_robots");
    assertThat(notebook.warnings).extracting(Notebook.Warning::seed).containsExactlyInAnyOrder("seed0", "seed3",
        "seed4");
  }

  @Test
  void host_isAskedOneThingAtATime_withAPause_whileOthersGoOn() throws Exception {
    AtomicInteger busy = new AtomicInteger();
    List<Long> starts = new ArrayList<>();
    CountDownLatch both = new CountDownLatch(2);
    RawServer.Script polite = exchange -> {
      assertThat(busy.incrementAndGet()).isEqualTo(1);
      synchronized (starts) {
        starts.add(System.nanoTime());
      }
      busy.decrementAndGet();
      exchange.say(OK);
    };
    RawServer.Script meeting = exchange -> {
      both.countDown();
      both.await();
      exchange.say(OK);
    };
    try (RawServer one = RawServer.start(polite);
        RawServer two = RawServer.start(meeting);
        RawServer three = RawServer.start(meeting)) {
      notebook.with(WebOptions.ROBOTS, false);
      fetch(List.of(url(one, "/1"), url(one, "/2"), url(one, "/3"), url(one, "/4"), url(two, "/"), url(three, "/")));
    }
    assertThat(notebook.warnings).isEmpty();
    assertThat(starts).hasSize(4);
    for (int i = 1; i < starts.size(); i++) {
      assertThat(starts.get(i) - starts.get(i - 1)).isGreaterThanOrEqualTo(PAUSE.toNanos());
    }
  }

  @Test
  void bodiesThatAreTooMuch_areCut_andBrokenOnesAreNotTakenAsWhole() throws Exception {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
      gzip.write(new byte[10_000]);
    }
    byte[] torn = Arrays.copyOf(zipped.toByteArray(), zipped.size() - 5);
    try (RawServer server = RawServer.start(exchange -> {
      switch (exchange.path()) {
        case "/endless" -> {
          exchange.say("HTTP/1.1 200 OK\n\n");
          while (true) {
            exchange.say("more ");
          }
        }
        case "/short" -> {
          exchange.say("HTTP/1.1 200 OK\nContent-Length: 100\n\nshort");
          exchange.hangUp();
        }
        case "/torn" -> {
          exchange.say("HTTP/1.1 200 OK\nContent-Encoding: gzip\nContent-Length: " + torn.length + "\n\n");
          exchange.say(torn);
        }
        default -> {
          exchange.say("HTTP/1.1 200 OK\nContent-Length: 100\n\nslow");
          exchange.waitForTheEnd();
        }
      }
    })) {
      notebook.with(WebOptions.ROBOTS, false).with(WebOptions.MAX_BYTES, 1000).with(WebOptions.MAX_SECONDS, 1);
      fetch(List.of(url(server, "/endless"), url(server, "/short"), url(server, "/torn"), url(server, "/slow")));
    }
    assertThat(notebook.codes()).containsExactlyInAnyOrder("web_too_large", "web_incomplete", "web_incomplete",
        "web_timeout");
    assertThat(notebook.entries).filteredOn(entry -> entry.uri().endsWith("/endless"))
        .containsExactly(new Notebook.Entry(notebook.entries.getFirst().uri(), 200, "length", 1000, 1000));
    assertThat(notebook.settled).hasSize(4);
  }

  @Test
  void kindsOfContent_thatAreNotWanted_areNotFetched() throws Exception {
    try (RawServer server = RawServer.start(exchange -> exchange
        .say("HTTP/1.1 200 OK\nContent-Type: " + exchange.path().substring(1) + "; x=y\nContent-Length: 2\n\nok"))) {
      notebook.with(WebOptions.ROBOTS, false).with(WebOptions.MEDIA, false).with(WebOptions.CONTENT_TYPES,
          List.of("text/*", "image/*", "application/json"));
      fetch(List.of(url(server, "/text/html"), url(server, "/image/png"), url(server, "/application/json"),
          url(server, "/application/zip")));
    }
    assertThat(notebook.paths()).containsExactlyInAnyOrder("/text/html", "/application/json");
    assertThat(notebook.warnings).extracting(Notebook.Warning::code).containsOnly("web_unwanted_type").hasSize(2);
  }

  @Test
  void addressesThatAreNotPublic_areNotConnectedTo_alsoWhenRedirectedThere() throws Exception {
    List<String> traps = List.of("127.0.0.1", "127.1", "2130706433", "0x7f000001", "017700000001", "0177.0.0.1",
        "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]", "[0:0:0:0:0:ffff:7f00:1]", "localhost", "169.254.169.254", "10.0.0.1",
        "100.64.0.1", "[fe80::1]", "[fd00::1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "224.0.0.1");
    try (RawServer inner = RawServer.start(exchange -> exchange.say(OK));
        RawServer outer = RawServer.on(new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.2")), "http",
            exchange -> exchange.say("HTTP/1.1 302 X\nContent-Length: 0\nLocation: http://"
                + traps.get(Integer.parseInt(exchange.path().substring(1))) + ":" + inner.port() + "/sprung\n\n"))) {
      List<String> urls = new ArrayList<>();
      for (int i = 0; i < traps.size(); i++) {
        urls.add("http://" + traps.get(i) + ":" + inner.port() + "/direct");
        urls.add("http://127.0.0.2:" + outer.port() + "/" + i);
      }
      notebook.with(WebOptions.ROBOTS, false);
      fetch(urls, List.of("127.0.0.2"));
      assertThat(inner.connections()).isZero();
      assertThat(notebook.codes()).hasSize(urls.size()).containsOnly("web_refused_address");
    }
  }

  @Test
  void urlsThatAreNone_areSettledWithAWarning() {
    fetch(List.of("ftp://example.com/", "no url", "http://", "http://a b/", "javascript:alert(1)"));
    assertThat(notebook.codes()).hasSize(5).containsOnly("web_bad_url");
    assertThat(notebook.settled).hasSize(5);
  }

  @Test
  void hostThatIsDead_isGivenUpAfterAWhile() {
    List<String> urls = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      urls.add("http://127.0.0.1:1/" + i);
    }
    notebook.with(WebOptions.ROBOTS, false);
    fetch(urls);
    assertThat(notebook.codes()).hasSize(50).containsOnly("web_unreachable");
    assertThat(notebook.warnings).filteredOn(warning -> warning.message().contains("in a row")).hasSizeGreaterThan(40);
  }

  @Test
  void stop_endsFetchesAtOnce_andWhatIsNotSettledStaysSo() throws Exception {
    CountDownLatch heard = new CountDownLatch(1);
    try (RawServer server = RawServer.start(exchange -> {
      if (exchange.path().equals("/first")) {
        exchange.say(OK);
      } else {
        heard.countDown();
        exchange.waitForTheEnd();
      }
    })) {
      notebook.with(WebOptions.ROBOTS, false);
      CompletableFuture<Void> run = CompletableFuture.runAsync(
          () -> fetch(List.of(url(server, "/first"), url(server, "/hangs"), url(server, "/never"))),
          task -> Thread.ofVirtual().start(task));
      heard.await();
      notebook.stop = true;
      assertThatThrownBy(() -> run.get(10, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(Notebook.Stopped.class);
      assertThat(notebook.settled).containsExactly("seed0");
      assertThat(server.requests()).hasSize(2);
    }
  }

  @Test
  void failureToRecord_endsTheHarvest() throws Exception {
    try (RawServer server = RawServer.start(exchange -> exchange
        .say("HTTP/1.1 200 OK\nContent-Length: 100000\n\n" + "x".repeat(100_000)))) {
      Path gone = directory.resolve("gone");
      WebSettings settings = new WebSettings(List.of("127.0.0.1"), 1, PAUSE, PAUSE, 1);
      CaptureSettings small = new CaptureSettings("Nuthatch/1.0", Limits.STANDARD, 1000, gone,
          4, null);
      notebook.with(WebOptions.ROBOTS, false);
      try (WebAdapter adapter = WebAdapter.open(settings, small, Clock.systemUTC())) {
        FetchFlow flow = (FetchFlow) adapter.types().getFirst().flow();
        assertThatThrownBy(() -> flow
            .fetch(List.of(new SeedReference("seed0", StringNode.valueOf(url(server, "/")), null)), notebook))
            .hasMessageContaining("gone");
      }
    }
    assertThat(notebook.settled).isEmpty();
  }
}
