package io.nuthatch.simulator.platform;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.simulator.Client;
import io.nuthatch.simulator.HandClock;
import io.nuthatch.simulator.SimulatedPlatforms;
import io.nuthatch.simulator.people.World;
import io.nuthatch.simulator.people.WorldSettings;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who may call: signatures and tokens over real sockets. */
class AuthenticationTest {

  private static final String SHOW = "/1.1/users/show.json";

  private final HandClock clock = new HandClock("2026-03-10T12:00:00Z");
  private final World world = World.open(WorldSettings.defaults().withAccounts(0), clock);
  private final SimulatedPlatforms platforms = SimulatedPlatforms.start(world, PlatformSettings.defaults());
  private final Credential credential = platforms.credentials(1).getFirst();
  private final Client client = new Client(platforms, credential);

  AuthenticationTest() {
    world.account("Anna");
  }

  @AfterEach
  void close() {
    platforms.close();
  }

  @Test
  void rightSignature_isTaken_withParametersInQueryAndInForm() throws Exception {
    assertThat(client.signed("GET", SHOW, "screen_name=Anna").status()).isEqualTo(200);
    assertThat(client.signed("POST", "/1.1/users/lookup.json", "screen_name=Anna%2CB%26b%20c%2Bd").status())
        .isEqualTo(200);
    assertThat(client.signed("HEAD", SHOW, "screen_name=Anna").status()).isEqualTo(200);
  }

  @Test
  void wrongSignature_is401With32() throws Exception {
    refused(client.signed("GET", SHOW, "screen_name=Anna",
        header -> header.replace("oauth_signature=\"", "oauth_signature=\"x")), 401, 32);
    refused(client.signed("GET", SHOW, "screen_name=Anna", header -> header.replace("HMAC-SHA1", "PLAINTEXT")), 401,
        32);
    Credential forged = new Credential("x", credential.consumerKey(), credential.consumerSecret(), credential.token(),
        "guessed", "");
    refused(new Client(platforms, forged).signed("GET", SHOW, "screen_name=Anna"), 401, 32);
  }

  @Test
  void signatureOfOtherParameters_is401With32() throws Exception {
    String header = OAuth1.header(credential, "GET", platforms.url() + SHOW, Parameters.parse("screen_name=Ben"), "n1",
        clock.instant().getEpochSecond());
    refused(client.send(client.request(SHOW + "?screen_name=Anna").header("Authorization", header)), 401, 32);
  }

  @Test
  void usedNonce_is401With32() throws Exception {
    String header = OAuth1.header(credential, "GET", platforms.url() + SHOW, Parameters.parse("screen_name=Anna"),
        "once", clock.instant().getEpochSecond());
    assertThat(client.send(client.request(SHOW + "?screen_name=Anna").header("Authorization", header)).status())
        .isEqualTo(200);
    refused(client.send(client.request(SHOW + "?screen_name=Anna").header("Authorization", header)), 401, 32);
  }

  @Test
  void timestampFarOff_is401With135() throws Exception {
    for (long offset : new long[]{-301, 301}) {
      String header = OAuth1.header(credential, "GET", platforms.url() + SHOW, Parameters.parse("screen_name=Anna"),
          "n" + offset, clock.instant().getEpochSecond() + offset);
      refused(client.send(client.request(SHOW + "?screen_name=Anna").header("Authorization", header)), 401, 135);
    }
  }

  @Test
  void noCredential_is400With215() throws Exception {
    refused(client.plain("GET", SHOW + "?screen_name=Anna", ""), 400, 215);
  }

  @Test
  void unknownBearer_is401With89_andNonsense_is401With32() throws Exception {
    refused(client.send(client.request(SHOW).header("Authorization", "Bearer unknown")), 401, 89);
    refused(client.send(client.request(SHOW).header("Authorization", "Digest x")), 401, 32);
    refused(client.send(client.request(SHOW).header("Authorization", "OAuth nonsense")), 401, 89);
  }

  @Test
  void revokedCredential_is401With89_untilItIsAddedAgain() throws Exception {
    platforms.credentials().revoke(credential.name());
    refused(client.signed("GET", SHOW, "screen_name=Anna"), 401, 89);
    refused(client.get(SHOW + "?screen_name=Anna"), 401, 89);
    assertThat(client.get("/2/users/by/username/Anna").status()).isEqualTo(401);
    platforms.credentials().add(credential);
    assertThat(client.get(SHOW + "?screen_name=Anna").status()).isEqualTo(200);
  }

  @Test
  void credentialAddedWhileRunning_isTaken() throws Exception {
    Credential added = new Credential("mine", "key", "secret", "token", "token-secret", "bearer");
    Client other = new Client(platforms, added);
    assertThat(other.get(SHOW + "?screen_name=Anna").status()).isEqualTo(401);
    platforms.credentials().add(added);
    assertThat(other.get(SHOW + "?screen_name=Anna").status()).isEqualTo(200);
    assertThat(other.signed("GET", SHOW, "screen_name=Anna").status()).isEqualTo(200);
  }

  @Test
  void userWhereAnApplicationIsWanted_isForbidden_andTheOtherWayRound() throws Exception {
    assertThat(client.signed("GET", "/2/tweets/search/stream/rules", "").status()).isEqualTo(403);
    refused(client.post("/1.1/statuses/filter.json", "application/x-www-form-urlencoded", "track=a"), 403, 220);
  }

  @Test
  void keyAndSecret_buyABearerToken() throws Exception {
    Client.Answer answer = token(credential.consumerKey() + ":" + credential.consumerSecret(),
        "grant_type=client_credentials");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().path("access_token").asString()).isEqualTo(credential.bearerToken());
    assertThat(token(credential.consumerKey() + ":wrong", "grant_type=client_credentials").status()).isEqualTo(403);
    assertThat(token("nonsense", "grant_type=client_credentials").status()).isEqualTo(403);
    assertThat(token(credential.consumerKey() + ":" + credential.consumerSecret(), "").status()).isEqualTo(403);
  }

  @Test
  void sameSeed_issuesTheSameCredentials() {
    assertThat(new Credentials(1).first(2)).isEqualTo(platforms.credentials(2)).doesNotHaveDuplicates();
    assertThat(new Credentials(2).first(1)).isNotEqualTo(platforms.credentials(1));
  }

  @Test
  void nonces_areForgottenOnlyWhenTheirTimestampsAreTooOld() {
    Nonces nonces = new Nonces();
    long span = Duration.ofMinutes(5).toSeconds();
    assertThat(nonces.use("a", 1_000, span)).isTrue();
    assertThat(nonces.use("a", 1_000 + 2 * span, span)).isFalse();
    assertThat(nonces.use("b", 1_000 + 2 * span, span)).isTrue();
    assertThat(nonces.use("b", 1_000 + 4 * span, span)).isFalse();
  }

  private Client.Answer token(String keyAndSecret, String form) throws IOException, InterruptedException {
    String basic = Base64.getEncoder().encodeToString(keyAndSecret.getBytes(StandardCharsets.UTF_8));
    return client.send(client.request("/oauth2/token")
        .header("Authorization", "Basic " + basic)
        .header("Content-Type", "application/x-www-form-urlencoded;charset=UTF-8")
        .POST(HttpRequest.BodyPublishers.ofString(form)));
  }

  private static void refused(Client.Answer answer, int status, int code) {
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.json().path("errors").path(0).path("code").asInt()).isEqualTo(code);
  }
}
