package io.nuthatch.simulator.platform.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.nuthatch.simulator.Client;
import io.nuthatch.simulator.HandClock;
import io.nuthatch.simulator.SimulatedPlatforms;
import io.nuthatch.simulator.faults.Fault;
import io.nuthatch.simulator.faults.FaultRule;
import io.nuthatch.simulator.people.World;
import io.nuthatch.simulator.people.WorldSettings;
import io.nuthatch.simulator.platform.Links;
import io.nuthatch.simulator.platform.PlatformSettings;
import java.awt.image.BufferedImage;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WebTest {

  private static final String SITE = "/web/news.example.com";

  private final HandClock clock = new HandClock("2026-03-10T12:00:00Z");
  private final World world = World.open(WorldSettings.defaults().withAccounts(0), clock);
  private final SimulatedPlatforms platforms = SimulatedPlatforms.start(world, PlatformSettings.defaults());
  private final Client client = new Client(platforms, platforms.credentials(1).getFirst());

  @AfterEach
  void close() {
    platforms.close();
  }

  @Test
  void page_isTheSameEveryTimeAndAnotherElsewhere() throws Exception {
    Client.Answer page = get(SITE + "/storm/1.html");
    assertThat(page.header("content-type")).isEqualTo("text/html; charset=utf-8");
    String text = page.text();
    assertThat(text).startsWith("<!DOCTYPE html>").contains("<a href=\"" + platforms.baseUrl("web"));
    assertThat(get(SITE + "/storm/1.html").text()).isEqualTo(text);
    assertThat(get(SITE + "/storm/2.html").text()).isNotEqualTo(text);
    assertThat(get("/web/blog.example.org/storm/1.html").text()).isNotEqualTo(text);
    assertThat(get(SITE).status()).isEqualTo(200);
    assertThat(client.plain("HEAD", SITE + "/storm/1.html", "").header("content-length"))
        .isEqualTo(Integer.toString(text.length()));
  }

  @ParameterizedTest
  @CsvSource({"jpg,image/jpeg", "png,image/png"})
  void picture_canBeLookedAt(String suffix, String type) throws Exception {
    Client.Answer answer = get(SITE + "/bird." + suffix + "?w=333&h=70");
    assertThat(answer.header("content-type")).isEqualTo(type);
    BufferedImage image = ImageIO.read(answer.content());
    assertThat(List.of(image.getWidth(), image.getHeight())).containsExactly(333, 70);
    Set<Integer> colours = new HashSet<>();
    for (int x = 16; x < 333; x += 32) {
      colours.add(image.getRGB(x, 16));
    }
    assertThat(colours).hasSizeGreaterThan(8);
  }

  @Test
  void jpeg_showsTheColoursOfThePicture() throws Exception {
    Picture picture = new Picture(256, 128, 7);
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(Jpeg.encode(picture)));
    for (int x = 4; x < 256; x += 8) {
      for (int y = 4; y < 128; y += 8) {
        for (int shift : new int[]{0, 8, 16}) {
          assertThat(image.getRGB(x, y) >> shift & 255).isCloseTo(picture.rgb(x, y) >> shift & 255,
              within(6));
        }
      }
    }
  }

  @Test
  void film_hasTheSizeAskedFor() throws Exception {
    byte[] film = get(SITE + "/film.mp4?bytes=20000000").content().readAllBytes();
    assertThat(film).hasSize(20_000_000);
    assertThat(new String(film, 4, 8, StandardCharsets.US_ASCII)).isEqualTo("ftypisom");
    assertThat(get(SITE + "/film.mp4?bytes=20000000").content().readAllBytes()).isEqualTo(film);
  }

  @Test
  void whatTheClientHas_isNotSentAgain() throws Exception {
    Client.Answer first = get(SITE + "/a.html");
    for (String[] condition : new String[][]{{"If-None-Match", first.header("etag")},
        {"If-Modified-Since", first.header("last-modified")}}) {
      Client.Answer again = client.send(client.request(SITE + "/a.html").header(condition[0], condition[1]));
      assertThat(again.status()).isEqualTo(304);
      assertThat(again.text()).isEmpty();
      assertThat(again.header("etag")).isEqualTo(first.header("etag"));
    }
    assertThat(client.send(client.request(SITE + "/a.html").header("If-None-Match", "\"other\"")).status())
        .isEqualTo(200);
  }

  @Test
  void changingPage_isNewEveryHour() throws Exception {
    Client.Answer first = get(SITE + "/changing/a.html");
    assertThat(first.header("last-modified")).isEqualTo("Tue, 10 Mar 2026 12:00:00 GMT");
    clock.advance(Duration.ofHours(1));
    Client.Answer second = client
        .send(client.request(SITE + "/changing/a.html").header("If-None-Match", first.header("etag")));
    assertThat(second.status()).isEqualTo(200);
    assertThat(second.text()).isNotEqualTo(first.text());
  }

  @Test
  void ranges_bringPartsOfTheSameThing() throws Exception {
    String path = SITE + "/film.mp4?bytes=1000";
    byte[] whole = get(path).content().readAllBytes();
    assertThat(range(path, "bytes=100-199").content().readAllBytes()).isEqualTo(Arrays.copyOfRange(whole, 100, 200));
    assertThat(range(path, "bytes=100-199").header("content-range")).isEqualTo("bytes 100-199/1000");
    assertThat(range(path, "bytes=990-").content().readAllBytes()).isEqualTo(Arrays.copyOfRange(whole, 990, 1000));
    assertThat(range(path, "bytes=-10").content().readAllBytes()).isEqualTo(Arrays.copyOfRange(whole, 990, 1000));
    assertThat(range(path, "bytes=990-5000").status()).isEqualTo(206);
    assertThat(range(path, "bytes=1000-").status()).isEqualTo(416);
    assertThat(range(path, "bytes=1000-").header("content-range")).isEqualTo("bytes */1000");
    assertThat(range(path, "furlongs=1-2").status()).isEqualTo(200);
    assertThat(client.send(client.request(path).header("Range", "bytes=0-9").header("If-Range", "\"old\"")).status())
        .isEqualTo(200);
  }

  @Test
  void redirects_leadOnOrRoundInCircles() throws Exception {
    Client.Answer first = get(SITE + "/redirect/307/3/a.html");
    assertThat(first.status()).isEqualTo(307);
    assertThat(first.header("location")).isEqualTo(platforms.url() + SITE + "/redirect/307/2/a.html");
    assertThat(get(SITE + "/redirect/301/1/a.html?w=1").header("location"))
        .isEqualTo(platforms.url() + SITE + "/a.html");
    assertThat(follow(SITE + "/redirect/302/4/a.html").body()).isEqualTo(get(SITE + "/a.html").text());
    assertThat(get(SITE + "/loop").header("location")).endsWith(SITE + "/loop/back");
    assertThat(get(SITE + "/loop/back").header("location")).endsWith(SITE + "/loop");
    assertThat(get(SITE + "/maze/7").header("location")).endsWith(SITE + "/maze/8");
    assertThat(get(SITE + "/go?to=ftp://x&status=308").status()).isEqualTo(308);
    assertThat(get(SITE + "/redirect/200/1/a.html").status()).as("nonsense is a page like any other").isEqualTo(200);
  }

  @Test
  void statuses_areAsAskedFor() throws Exception {
    for (int status : new int[]{404, 410, 500, 503}) {
      assertThat(get(SITE + "/status/" + status).status()).isEqualTo(status);
    }
    assertThat(get(SITE + "/status/503?retry-after=120").header("retry-after")).isEqualTo("120");
  }

  @Test
  void traps_leadToThisMachineInEverySpelling_andTellWhenTheySpring() throws Exception {
    for (int n = 0; n < Traps.count(); n++) {
      String location = get(SITE + "/trap/" + n).header("location");
      assertThat(location).startsWith(n < Traps.LOOPBACK.size()
          ? "http://" + Traps.LOOPBACK.get(n) + ":" + platforms.port() + "/"
          : "http://" + Traps.NEARBY.get(n - Traps.LOOPBACK.size()) + "/");
    }
    assertThat(get(SITE + "/traps").text().lines().filter(line -> line.startsWith("<a")))
        .hasSize(Traps.count());
    assertThat(platforms.journal().entries(call -> call.path().equals(Traps.SPRUNG))).isEmpty();
    follow(SITE + "/trap/0");
    assertThat(platforms.journal().entries(call -> call.path().equals(Traps.SPRUNG))).hasSize(1);
  }

  @Test
  void shortLink_leadsToItsTarget() throws Exception {
    String target = "https://blog.example.org/a.html?b=c";
    String link = Links.toWeb(platforms.url()).shortened("", target);
    Client.Answer answer = client.send(HttpRequest.newBuilder(URI.create(link)));
    assertThat(answer.status()).isEqualTo(301);
    assertThat(answer.header("location")).isEqualTo(platforms.baseUrl("web") + "/blog.example.org/a.html?b=c");
    assertThat(get("/web/t.co/AbCdEfGhIj").status()).isEqualTo(404);
  }

  @Test
  void sameContent_isFoundUnderManyAddresses() throws Exception {
    Client.Answer one = get(SITE + "/same/7/a.txt");
    Client.Answer other = get("/web/blog.example.org/same/7/b.txt");
    assertThat(other.text()).isEqualTo(one.text());
    assertThat(other.header("etag")).isEqualTo(one.header("etag"));
    assertThat(get(SITE + "/same/8/a.txt").header("etag")).isNotEqualTo(one.header("etag"));
  }

  @Test
  void cookie_isWantedBack() throws Exception {
    Client.Answer first = get(SITE + "/cookie/a.html");
    assertThat(first.status()).isEqualTo(302);
    assertThat(first.header("location")).isEqualTo(platforms.url() + SITE + "/cookie/a.html");
    assertThat(first.header("set-cookie")).startsWith("visited=1;");
    assertThat(client.send(client.request(SITE + "/cookie/a.html").header("Cookie", "visited=1")).text())
        .isEqualTo(get(SITE + "/a.html").text());
  }

  @Test
  void gzip_comesUnaskedTornOrFarTooLarge() throws Exception {
    Client.Answer unasked = get(SITE + "/gzip/a.html");
    assertThat(unasked.header("content-encoding")).isEqualTo("gzip");
    assertThat(new String(new GZIPInputStream(unasked.content()).readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo(get(SITE + "/a.html").text());
    Client.Answer torn = get(SITE + "/torn/a.html");
    assertThatThrownBy(() -> new GZIPInputStream(torn.content()).readAllBytes()).isInstanceOf(EOFException.class);
    Client.Answer bomb = get(SITE + "/bomb");
    assertThat(bomb.content().available()).isLessThan(60_000_000);
    try (InputStream unpacked = new GZIPInputStream(bomb.content())) {
      assertThat(unpacked.skip(100_000_000)).isEqualTo(100_000_000);
    }
    assertThat(client.send(client.request(SITE + "/bird.jpg").header("Accept-Encoding", "gzip"))
        .header("content-encoding")).isEmpty();
    assertThat(client.send(client.request(SITE + "/a.html").header("Accept-Encoding", "gzip"))
        .header("content-encoding")).isEqualTo("gzip");
  }

  @Test
  void bodies_areCutOrWrongInLengthOrSlowOrWithoutEnd() throws Exception {
    assertThatThrownBy(() -> get(SITE + "/cut/100/a.html")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> get(SITE + "/length/50/a.html")).isInstanceOf(IOException.class);
    int length = get(SITE + "/a.html").text().length();
    assertThat(get(SITE + "/length/-50/a.html").text()).hasSize(length - 50);
    long start = System.nanoTime();
    assertThat(get(SITE + "/slow/" + 4 * length + "/a.html").text()).hasSize(length);
    assertThat(System.nanoTime() - start).isGreaterThan(Duration.ofMillis(150).toNanos());
    try (InputStream endless = client.stream(SITE + "/endless/a.html").body()) {
      assertThat(endless.readNBytes(1_000_000)).hasSize(1_000_000);
    }
  }

  @Test
  void host_canBeNamedByTheRequest() throws Exception {
    String page = raw("GET /storm/1.html HTTP/1.1", "news.example.com");
    assertThat(page).contains("<a href=\"http://news.example.com:" + platforms.port() + "/");
    assertThat(platforms.journal().entries().getLast().path()).isEqualTo(SITE + "/storm/1.html");
    assertThat(raw("GET /robots.txt HTTP/1.1", "news.example.com")).contains("Disallow: /private/");
    assertThat(raw("GET /robots.txt HTTP/1.1", "closed.example.com")).contains("Disallow: /\n");
    assertThat(raw("GET /robots.txt HTTP/1.1", "delayed.example.com")).contains("Crawl-delay: 1");
    assertThat(raw("GET /robots.txt HTTP/1.1", "missing.example.com")).startsWith("HTTP/1.1 404");
    assertThat(raw("GET /robots.txt HTTP/1.1", "broken.example.com")).startsWith("HTTP/1.1 500");
  }

  @Test
  void robotsAtTheRoot_isTheTestsChoice() throws Exception {
    assertThat(get("/robots.txt").text()).contains("Disallow: /web/*/private/");
    platforms.web().robots(Robots.CLOSED);
    assertThat(get("/robots.txt").text()).contains("Disallow: /\n");
    platforms.web().robots(Robots.BROKEN);
    assertThat(get("/robots.txt").status()).isEqualTo(500);
  }

  @Test
  void whatATestPuts_isServed() throws Exception {
    platforms.web()
        .put("news.example.com/own.html", "text/html; charset=utf-8", "mine".getBytes(StandardCharsets.UTF_8),
            Instant.parse("2026-01-01T00:00:00Z"));
    assertThat(get(SITE + "/own.html").text()).isEqualTo("mine");
    assertThat(get(SITE + "/own.html").header("last-modified")).isEqualTo("Thu, 01 Jan 2026 00:00:00 GMT");
  }

  @Test
  void faults_strikeHereToo() throws Exception {
    platforms.faults().add(FaultRule.next(1, SITE + "/*", new Fault.Failure(502)));
    assertThat(get(SITE + "/a.html").status()).isEqualTo(502);
    platforms.faults().add(FaultRule.next(1, SITE + "/*", new Fault.TooMany(null)));
    Client.Answer refused = get(SITE + "/a.html");
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.headers().firstValue("retry-after")).isEmpty();
    assertThat(get(SITE + "/a.html").status()).isEqualTo(200);
  }

  private Client.Answer get(String path) throws IOException, InterruptedException {
    return client.plain("GET", path, "");
  }

  private Client.Answer range(String path, String range) throws IOException, InterruptedException {
    return client.send(client.request(path).header("Range", range));
  }

  private HttpResponse<String> follow(String path) throws IOException, InterruptedException {
    try (HttpClient following = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.ALWAYS).build()) {
      return following.send(client.request(path).build(), HttpResponse.BodyHandlers.ofString());
    }
  }

  /** The JDK's client does not let one name another host. */
  private String raw(String request, String host) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), platforms.port())) {
      socket.getOutputStream()
          .write((request + "\r\nHost: " + host + ":" + platforms.port() + "\r\nConnection: close\r\n\r\n")
              .getBytes(StandardCharsets.US_ASCII));
      socket.setSoTimeout(5_000);
      var in = new BufferedInputStream(socket.getInputStream());
      StringBuilder head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        head.append((char) in.read());
      }
      int length = Integer.parseInt(head.toString().replaceFirst("(?is).*content-length: (\\d+).*", "$1"));
      return head + new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }
  }
}
