package io.nuthatch.app.security;

import static io.nuthatch.app.TestNode.ADMIN;
import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.app.TestNode;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole way of signing in through an issuer, over real sockets. */
class OpenIdConnectTest {

  @TempDir
  private Path directory;
  private FakeIssuer issuer;
  private TestNode node;

  @BeforeEach
  void start() throws Exception {
    issuer = FakeIssuer.start();
    node = start("viewer");
  }

  @AfterEach
  void stop() {
    node.close();
    issuer.close();
  }

  private TestNode start(String newOperators) {
    return TestNode.start(directory.resolve(newOperators), "oidc.issuer", issuer.address(), "oidc.client-id",
        FakeIssuer.CLIENT, "oidc.client-secret", FakeIssuer.SECRET, "oidc.new-operators", newOperators);
  }

  private HttpResponse<String> get(URI address, String cookie) {
    HttpRequest.Builder request = HttpRequest.newBuilder(address).header("Accept", "text/html");
    return node.send(cookie.isEmpty() ? request.build() : request.header("Cookie", cookie).build());
  }

  private static String cookie(HttpResponse<String> response, String name) {
    return response.headers().allValues("Set-Cookie").stream().filter(c -> c.startsWith(name + "=")).findFirst()
        .map(c -> c.substring(0, c.indexOf(';'))).orElse("");
  }

  private HttpResponse<String> signIn(String subject, String name) {
    HttpResponse<String> departure = get(node.at("/sign-in/oidc"), "");
    assertThat(departure.statusCode()).isEqualTo(303);
    URI arrival = issuer.agree(URI.create(departure.headers().firstValue("Location").orElseThrow()), subject, name);
    return get(arrival, cookie(departure, "nuthatch_oidc"));
  }

  private String me(HttpResponse<String> signedIn) {
    assertThat(signedIn.statusCode()).as(signedIn.body()).isEqualTo(303);
    return get(node.at("/api/v1/me"), cookie(signedIn, "nuthatch")).body();
  }

  @Test
  void personTheIssuerKnows_isSignedInAndMadeAnOperator() {
    assertThat(get(node.at("/sign-in"), "").body()).contains("Sign in with OpenID Connect");
    assertThat(me(signIn("s-1", "Ada"))).contains("\"name\":\"ada\",\"role\":\"viewer\"");
    assertThat(me(signIn("s-1", "renamed"))).as("known by subject, whatever the name").contains("\"name\":\"ada\"");
  }

  @Test
  void operatorAddedBefore_keepsTheirRole() {
    node.post("/api/v1/operators", "{\"name\":\"grace\",\"role\":\"admin\"}");
    assertThat(me(signIn("s-2", "grace"))).contains("\"name\":\"grace\",\"role\":\"admin\"");
    assertThat(signIn("s-3", "grace").statusCode()).as("another person with the same name").isEqualTo(403);
  }

  @Test
  void nameWithAPassword_cannotBeTakenOver() {
    node.post("/api/v1/operators", "{\"name\":\"root\",\"role\":\"admin\",\"password\":\"0123456789\"}");
    assertThat(signIn("s-4", "root").statusCode()).isEqualTo(403);
  }

  @Test
  void disabledOperator_staysOut() {
    signIn("s-5", "eve");
    node.send("PATCH", "/api/v1/operators/eve", ADMIN, "{\"disabled\":true}");
    assertThat(signIn("s-5", "eve").statusCode()).isEqualTo(403);
  }

  @Test
  void strangers_areRefusedWhenNotWanted() {
    node.close();
    node = start("none");
    assertThat(signIn("s-6", "stranger").body()).contains("not an operator here");
  }

  @Test
  void arrivalWithoutDeparture_isRefused() {
    HttpResponse<String> departure = get(node.at("/sign-in/oidc"), "");
    URI arrival = issuer.agree(URI.create(departure.headers().firstValue("Location").orElseThrow()), "s-7", "x");
    assertThat(get(arrival, "").statusCode()).isEqualTo(400);
    assertThat(get(arrival, "nuthatch_oidc=AAAA").statusCode()).isEqualTo(400);
    String other = cookie(get(node.at("/sign-in/oidc"), ""), "nuthatch_oidc");
    assertThat(get(arrival, other).statusCode()).as("state of another sign-in").isEqualTo(400);
  }

  @Test
  void wrongClaims_areRefused() {
    issuer.lies.put("nonce", "another");
    assertThat(signIn("s-8", "x").statusCode()).isEqualTo(403);
    issuer.lies.clear();
    issuer.lies.put("aud", "another-client");
    assertThat(signIn("s-8", "x").statusCode()).isEqualTo(403);
    issuer.lies.clear();
    issuer.lies.put("exp", Date.from(Instant.now().minusSeconds(3600)));
    assertThat(signIn("s-8", "x").statusCode()).isEqualTo(403);
    issuer.lies.clear();
    issuer.lies.put("iss", "http://127.0.0.1:1");
    assertThat(signIn("s-8", "x").statusCode()).isEqualTo(403);
  }

  @Test
  void refusalOfTheIssuer_isSaid() {
    HttpResponse<String> response = get(node.at("/sign-in/oidc/arrival?error=access_denied&state=x"), "");
    assertThat(response.statusCode()).isEqualTo(403);
    assertThat(response.body()).contains("access_denied");
  }

  @Test
  void issuerThatDoesNotAnswer_isSaid() {
    issuer.close();
    HttpResponse<String> response = get(node.at("/sign-in/oidc"), "");
    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(response.body()).contains("does not answer");
  }
}
