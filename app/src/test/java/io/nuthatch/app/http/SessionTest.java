package io.nuthatch.app.http;

import static io.nuthatch.app.TestNode.ADMIN;
import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.app.TestNode;
import io.nuthatch.simulator.ManualClock;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionTest {

  private static final String RIGHT = "name=ada&password=difference+engine";

  @TempDir
  private Path directory;
  private final ManualClock clock = ManualClock.at(Instant.parse("2026-01-01T00:00:00Z"));
  private TestNode node;

  @BeforeEach
  void start() {
    node = TestNode.start(directory, clock);
    node.post("/api/v1/operators", "{\"name\":\"ada\",\"role\":\"admin\",\"password\":\"difference engine\"}");
  }

  @AfterEach
  void stop() {
    node.close();
  }

  private String signIn() {
    HttpResponse<String> response = node.submit("/sign-in", RIGHT);
    assertThat(response.statusCode()).isEqualTo(303);
    String cookie = response.headers().firstValue("Set-Cookie").orElseThrow();
    assertThat(cookie).contains("HttpOnly", "SameSite=Lax", "Path=/");
    return cookie.substring(0, cookie.indexOf(';'));
  }

  private HttpResponse<String> page(String path, String cookie) {
    return node
        .send(HttpRequest.newBuilder(node.at(path)).header("Cookie", cookie).header("Accept", "text/html").build());
  }

  private String formToken(String cookie) {
    Matcher token = Pattern.compile("name=\"form_token\" value=\"([0-9a-f]+)\"").matcher(page("/", cookie).body());
    assertThat(token.find()).isTrue();
    return token.group(1);
  }

  @Test
  void session_worksForPagesAndApi() {
    String cookie = signIn();
    assertThat(page("/", cookie).body()).contains("ada");
    assertThat(page("/api/v1/me", cookie).body()).contains("\"via\":\"session\"");
  }

  @Test
  void changeWithoutFormToken_isRefused() {
    String cookie = signIn();
    assertThat(node.submit("/tokens", "label=x&role=admin", "Cookie", cookie).statusCode()).isEqualTo(403);
    assertThat(node.submit("/tokens", "label=x&role=admin&form_token=0", "Cookie", cookie).statusCode()).isEqualTo(403);
    HttpRequest api = HttpRequest.newBuilder(node.at("/api/v1/operators/ada")).header("Cookie", cookie).DELETE()
        .build();
    assertThat(node.send(api).statusCode()).isEqualTo(403);
    assertThat(node.submit("/tokens", "label=x&role=viewer&form_token=" + formToken(cookie), "Cookie", cookie)
        .statusCode()).isEqualTo(201);
  }

  @Test
  void formTokenOfAnotherSession_isRefused() {
    String mine = signIn();
    String other = formToken(signIn());
    assertThat(node.submit("/tokens", "label=x&role=viewer&form_token=" + other, "Cookie", mine).statusCode())
        .isEqualTo(403);
  }

  @Test
  void formOfAnotherSite_cannotEvenSignIn() {
    assertThat(node.submit("/sign-in", RIGHT, "Origin", "https://evil.example").statusCode()).isEqualTo(403);
    assertThat(node.submit("/sign-in", RIGHT, "Sec-Fetch-Site", "cross-site").statusCode()).isEqualTo(403);
    assertThat(node.submit("/sign-in", RIGHT, "Origin", node.url()).statusCode()).isEqualTo(303);
  }

  @Test
  void session_endsWhenUnusedOrTooOld() {
    String cookie = signIn();
    clock.advance(Duration.ofHours(2).plusSeconds(1));
    assertThat(page("/", cookie).statusCode()).isEqualTo(303);

    String used = signIn();
    for (int hours = 0; hours < 11; hours++) {
      clock.advance(Duration.ofHours(1));
      assertThat(page("/", used).statusCode()).isEqualTo(200);
    }
    clock.advance(Duration.ofHours(1));
    assertThat(page("/", used).statusCode()).isEqualTo(303);
  }

  @Test
  void changedOperator_isSignedOutEverywhere() {
    String cookie = signIn();
    node.send("PATCH", "/api/v1/operators/ada", ADMIN, "{\"password\":\"another password\"}");
    assertThat(page("/", cookie).statusCode()).isEqualTo(303);
    assertThat(node.submit("/sign-in", RIGHT).statusCode()).isEqualTo(401);
  }

  @Test
  void sessionOfARevokedToken_ends() {
    String secret = TestNode.json(node.post("/api/v1/tokens", "{\"label\":\"t\",\"role\":\"viewer\"}")).path("secret")
        .asString();
    String id = TestNode.json(node.get("/api/v1/tokens")).path("tokens").findValues("id").stream()
        .map(n -> n.asString()).filter(i -> !i.equals("first")).findFirst().orElseThrow();
    String cookie = node.submit("/sign-in", "token=" + secret).headers().firstValue("Set-Cookie").orElseThrow();
    assertThat(page("/", cookie.substring(0, cookie.indexOf(';'))).statusCode()).isEqualTo(200);
    node.send("DELETE", "/api/v1/tokens/" + id, ADMIN, "");
    assertThat(page("/", cookie.substring(0, cookie.indexOf(';'))).statusCode()).isEqualTo(303);
  }

  @Test
  void manyGuessesAtOnce_areStillTooMany() throws Exception {
    try (ExecutorService callers = Executors.newFixedThreadPool(20)) {
      List<Future<Integer>> answers = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        answers.add(callers.submit(() -> node.submit("/sign-in", "name=ada&password=guess").statusCode()));
      }
      int heard = 0;
      for (Future<Integer> answer : answers) {
        heard += answer.get() == 401 ? 1 : 0;
      }
      assertThat(heard).isEqualTo(5);
    }
  }

  @Test
  void hugeForm_isRefused() {
    assertThat(node.submit("/sign-in", "name=" + "x".repeat(100_000)).statusCode()).isEqualTo(413);
  }

  @Test
  void secondTab_canSignInAgain() {
    String cookie = signIn();
    assertThat(node.submit("/sign-in", RIGHT, "Cookie", cookie).statusCode()).isEqualTo(303);
  }

  @Test
  void guessing_isThrottled() {
    for (int i = 0; i < 5; i++) {
      assertThat(node.submit("/sign-in", "name=ada&password=guess").statusCode()).isEqualTo(401);
    }
    HttpResponse<String> refused = node.submit("/sign-in", RIGHT);
    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.body()).contains("too many failed sign-ins");
    clock.advance(Duration.ofMinutes(5));
    assertThat(node.submit("/sign-in", RIGHT).statusCode()).isEqualTo(303);
  }

  @Test
  void unknownNameAndWrongPassword_lookTheSame() {
    String unknown = node.submit("/sign-in", "name=zoe&password=x").body();
    String wrong = node.submit("/sign-in", "name=ada&password=x").body();
    assertThat(unknown.replace("zoe", "ada")).isEqualTo(wrong);
  }

  @Test
  void nextPage_isNeverAnotherSite() {
    for (String next : new String[]{"https://evil.example", "//evil.example", "/\\evil.example", "javascript:x"}) {
      assertThat(node.submit("/sign-in", RIGHT + "&next=" + next.replace("/", "%2F").replace("\\", "%5C")).headers()
          .firstValue("Location")).hasValue("/");
    }
    assertThat(node.submit("/sign-in", RIGHT + "&next=%2Ftokens").headers().firstValue("Location")).hasValue("/tokens");
  }
}
