package io.nuthatch.simulator.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.model.Json;
import io.nuthatch.model.JsonException;
import io.nuthatch.simulator.Client;
import io.nuthatch.simulator.HandClock;
import io.nuthatch.simulator.SimulatedPlatforms;
import io.nuthatch.simulator.faults.Fault;
import io.nuthatch.simulator.faults.Fault.LyingQuota.Lie;
import io.nuthatch.simulator.faults.Fault.Muddle.Disorder;
import io.nuthatch.simulator.faults.Fault.WrongJson.Damage;
import io.nuthatch.simulator.faults.FaultRule;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.World;
import io.nuthatch.simulator.people.WorldSettings;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each fault as a client meets it. */
class FaultInjectionTest {

  private static final String LOOKUP = "/1.1/statuses/lookup.json";

  private final HandClock clock = new HandClock("2026-03-10T12:00:00Z");
  private final World world = World.open(WorldSettings.defaults().withAccounts(0), clock);
  private final SimulatedPlatforms platforms = SimulatedPlatforms.start(world, PlatformSettings.defaults());
  private final Client client = new Client(platforms, platforms.credentials(1).getFirst());
  private final List<String> ids = new ArrayList<>();

  FaultInjectionTest() {
    Account anna = world.account("Anna");
    for (int i = 0; i < 6; i++) {
      ids.add(Long.toString(world.post(anna.id(), "post " + i).id()));
    }
  }

  @AfterEach
  void close() {
    platforms.close();
  }

  @Test
  void latency_delaysTheAnswer() throws Exception {
    fault(new Fault.Latency(Duration.ofMillis(150)));
    long start = System.nanoTime();
    assertThat(lookup().status()).isEqualTo(200);
    assertThat(System.nanoTime() - start).isGreaterThan(Duration.ofMillis(150).toNanos());
  }

  @Test
  void failure_answersWithAPageAndTakesNoQuota() throws Exception {
    fault(new Fault.Failure(503));
    Client.Answer failed = lookup();
    assertThat(failed.status()).isEqualTo(503);
    assertThat(failed.header("content-type")).startsWith("text/html");
    assertThat(lookup().header("x-rate-limit-remaining")).isEqualTo("299");
  }

  @Test
  void drop_cutsTheConnectionInTheMiddleOfTheBody() throws Exception {
    fault(new Fault.Drop(100));
    String raw = raw();
    assertThat(raw).contains("200 OK");
    assertThat(body(raw)).hasSize(100);
    assertThat(Integer.parseInt(header(raw, "content-length"))).isGreaterThan(100);
    fault(new Fault.Drop(1_000_000));
    assertThatThrownBy(this::lookup).isInstanceOf(IOException.class);
  }

  @Test
  void truncatedGzip_looksCompleteUntilItIsUnpacked() throws Exception {
    fault(new Fault.TruncatedGzip());
    Client.Answer answer = client.send(lookupRequest().header("Accept-Encoding", "gzip"));
    assertThat(answer.status()).isEqualTo(200);
    assertThatThrownBy(() -> new GZIPInputStream(answer.content()).readAllBytes()).isInstanceOf(EOFException.class);
  }

  @Test
  void wrongJson_isCutOrHtmlOrOfOtherTypes() throws Exception {
    fault(new Fault.WrongJson(Damage.CUT));
    Client.Answer cut = lookup();
    assertThat(cut.status()).isEqualTo(200);
    assertThatThrownBy(() -> Json.tree(cut.text())).isInstanceOf(JsonException.class);
    fault(new Fault.WrongJson(Damage.HTML));
    Client.Answer html = lookup();
    assertThat(html.header("content-type")).startsWith("text/html");
    assertThat(html.text()).startsWith("<!DOCTYPE html>");
    fault(new Fault.WrongJson(Damage.TYPES));
    var types = lookup().json().path(0);
    assertThat(types.path("id").isString()).isTrue();
    assertThat(types.path("created_at").isNumber()).isTrue();
  }

  @Test
  void lyingQuota_refusesWhatItPromises_orEndsInThePast() throws Exception {
    fault(new Fault.LyingQuota(Lie.REFUSED_DESPITE_REMAINING));
    Client.Answer refused = lookup();
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.header("x-rate-limit-remaining")).isEqualTo("10");
    fault(new Fault.LyingQuota(Lie.RESET_IN_THE_PAST));
    Client.Answer past = lookup();
    assertThat(past.status()).isEqualTo(200);
    assertThat(Long.parseLong(past.header("x-rate-limit-reset"))).isEqualTo(clock.instant().getEpochSecond() - 60);
  }

  @Test
  void wrongLength_promisesTooMuchOrTooLittle() throws Exception {
    int right = body(raw()).length();
    fault(new Fault.WrongLength(50));
    String more = raw();
    assertThat(header(more, "content-length")).isEqualTo(Integer.toString(right + 50));
    assertThat(body(more)).hasSize(right);
    fault(new Fault.WrongLength(-50));
    String less = raw();
    assertThat(header(less, "content-length")).isEqualTo(Integer.toString(right - 50));
  }

  @Test
  void clockSkew_movesDateAndReset() throws Exception {
    long reset = Long.parseLong(lookup().header("x-rate-limit-reset"));
    fault(new Fault.ClockSkew(Duration.ofMinutes(-10)));
    Client.Answer skewed = lookup();
    assertThat(skewed.header("date")).isEqualTo("Tue, 10 Mar 2026 11:50:00 GMT");
    assertThat(Long.parseLong(skewed.header("x-rate-limit-reset"))).isEqualTo(reset - 600);
  }

  @Test
  void slowDrip_bringsTheWholeBodyInItsOwnTime() throws Exception {
    int length = body(raw()).length();
    fault(new Fault.SlowDrip(length * 3));
    long start = System.nanoTime();
    assertThat(lookup().json()).hasSize(6);
    assertThat(System.nanoTime() - start).isGreaterThan(Duration.ofMillis(200).toNanos());
  }

  @Test
  void muddle_answersASubsetOrDuplicatesOrAnotherOrder() throws Exception {
    fault(new Fault.Muddle(Disorder.SUBSET));
    assertThat(lookedUp()).hasSize(4).isSubsetOf(ids);
    fault(new Fault.Muddle(Disorder.DUPLICATES));
    assertThat(lookedUp()).hasSize(8).hasSameElementsAs(ids);
    fault(new Fault.Muddle(Disorder.REVERSED));
    assertThat(lookedUp()).isEqualTo(ids.reversed());
    platforms.faults().add(FaultRule.next(1, "/2/*", new Fault.Muddle(Disorder.REVERSED)));
    assertThat(client.get("/2/tweets?ids=" + String.join(",", ids)).json().path("data").path(0).path("id").asString())
        .isEqualTo(ids.getLast());
  }

  @Test
  void severalFaults_strikeTogether() throws Exception {
    platforms.faults().add(FaultRule.always("/1.1/*", new Fault.ClockSkew(Duration.ofHours(1))));
    platforms.faults().add(FaultRule.nth(2, "/1.1/*", new Fault.WrongJson(Damage.HTML)));
    assertThat(lookup().json()).hasSize(6);
    Client.Answer second = lookup();
    assertThat(second.header("date")).contains("13:00:00");
    assertThat(second.text()).contains("html");
  }

  private void fault(Fault fault) {
    platforms.faults().add(FaultRule.next(1, LOOKUP, fault));
  }

  private HttpRequest.Builder lookupRequest() {
    return client.request(LOOKUP + "?id=" + String.join(",", ids))
        .header("Authorization", "Bearer " + platforms.credentials(1).getFirst().bearerToken());
  }

  private Client.Answer lookup() throws IOException, InterruptedException {
    return client.send(lookupRequest());
  }

  private List<String> lookedUp() throws IOException, InterruptedException {
    return StreamSupport.stream(lookup().json().spliterator(), false)
        .map(tweet -> tweet.path("id_str").asString())
        .collect(Collectors.toList());
  }

  /** The answer byte by byte, for what an HTTP client would hide. */
  private String raw() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), platforms.port())) {
      socket.setSoTimeout(500);
      socket.getOutputStream()
          .write(("GET " + LOOKUP + "?id=" + String.join(",", ids)
              + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer "
              + platforms.credentials(1).getFirst().bearerToken() + "\r\nConnection: close\r\n\r\n")
              .getBytes(StandardCharsets.US_ASCII));
      StringBuilder answer = new StringBuilder();
      try {
        for (int next = socket.getInputStream().read(); next >= 0; next = socket.getInputStream().read()) {
          answer.append((char) next);
        }
      } catch (SocketTimeoutException e) {
        return answer.toString();
      }
      return answer.toString();
    }
  }

  private static String body(String raw) {
    return raw.substring(raw.indexOf("\r\n\r\n") + 4);
  }

  private static String header(String raw, String name) {
    return raw.lines()
        .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
        .findFirst()
        .map(line -> line.substring(name.length() + 1).strip())
        .orElse("");
  }
}
