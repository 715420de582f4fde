package io.nuthatch.simulator.platform;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.simulator.Client;
import io.nuthatch.simulator.HandClock;
import io.nuthatch.simulator.SimulatedPlatforms;
import io.nuthatch.simulator.people.World;
import io.nuthatch.simulator.people.WorldSettings;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Quotas are kept to the exact call. */
class QuotaTest {

  private static final String LOOKUP = "/1.1/statuses/lookup.json";

  private final HandClock clock = new HandClock("2026-03-10T12:00:00.700Z");
  private final World world = World.open(WorldSettings.defaults().withAccounts(0), clock);
  private final SimulatedPlatforms platforms = SimulatedPlatforms.start(world,
      PlatformSettings.defaults().withQuota("/2/tweets", Quota.perQuarterHour(7, 4)));
  private final Client client = new Client(platforms, platforms.credentials(1).getFirst());

  @AfterEach
  void close() {
    platforms.close();
  }

  @Test
  void threeHundredLookupsOfAnApplication_areServed_theNextIsNot() throws Exception {
    for (int left = 299; left >= 0; left--) {
      Client.Answer answer = client.get(LOOKUP + "?id=1");
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.header("x-rate-limit-limit")).isEqualTo("300");
      assertThat(answer.header("x-rate-limit-remaining")).isEqualTo(Integer.toString(left));
      clock.advance(Duration.ofMillis(1));
    }
    Client.Answer refused = client.get(LOOKUP + "?id=1");
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.json().path("errors").path(0).path("code").asInt()).isEqualTo(88);
    assertThat(refused.header("x-rate-limit-remaining")).isEqualTo("0");
    long reset = Long.parseLong(refused.header("x-rate-limit-reset"));
    assertThat(reset).isEqualTo(1_773_144_000 + 900);
    clock.advance(Duration.ofMillis(reset * 1_000 - 1 - clock.millis()));
    assertThat(client.get(LOOKUP + "?id=1").status()).as("a millisecond before the reset").isEqualTo(429);
    clock.advance(Duration.ofMillis(1));
    Client.Answer after = client.get(LOOKUP + "?id=1");
    assertThat(after.status()).isEqualTo(200);
    assertThat(after.header("x-rate-limit-remaining")).isEqualTo("299");
  }

  @Test
  void userAndApplicationAndEndpointAndCredential_haveQuotasOfTheirOwn() throws Exception {
    assertThat(client.get(LOOKUP + "?id=1").header("x-rate-limit-remaining")).isEqualTo("299");
    assertThat(client.signed("GET", LOOKUP, "id=1").header("x-rate-limit-remaining")).isEqualTo("899");
    assertThat(client.signed("POST", LOOKUP, "id=1").header("x-rate-limit-remaining")).isEqualTo("898");
    assertThat(client.get("/1.1/users/show.json?user_id=1").header("x-rate-limit-remaining")).isEqualTo("899");
    Client other = new Client(platforms, platforms.credentials(2).get(1));
    assertThat(other.get(LOOKUP + "?id=1").header("x-rate-limit-remaining")).isEqualTo("299");
  }

  @Test
  void quotaOfTheSettings_replacesThePlatforms() throws Exception {
    for (int i = 0; i < 4; i++) {
      assertThat(client.get("/2/tweets?ids=1").status()).isEqualTo(200);
    }
    Client.Answer refused = client.get("/2/tweets?ids=1");
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.json().path("title").asString()).isEqualTo("Too Many Requests");
    assertThat(refused.header("x-rate-limit-limit")).isEqualTo("4");
    assertThat(client.signed("GET", "/2/tweets", "ids=1").header("x-rate-limit-remaining")).isEqualTo("6");
  }

  @Test
  void wrongParameters_countAndWrongCredentialsDoNot() throws Exception {
    assertThat(client.get(LOOKUP).status()).isEqualTo(403);
    client.send(client.request(LOOKUP + "?id=1").header("Authorization", "Bearer wrong"));
    assertThat(client.get(LOOKUP + "?id=1").header("x-rate-limit-remaining")).isEqualTo("298");
  }

  @Test
  void rateLimitStatus_saysWhatIsLeftWithoutTakingIt() throws Exception {
    client.signed("GET", LOOKUP, "id=1");
    for (int i = 0; i < 2; i++) {
      var resources = client.signed("GET", "/1.1/application/rate_limit_status.json", "resources=statuses%2Csearch")
          .json()
          .path("resources");
      var lookup = resources.path("statuses").path("/statuses/lookup");
      assertThat(lookup.path("limit").asInt()).isEqualTo(900);
      assertThat(lookup.path("remaining").asInt()).isEqualTo(899);
      assertThat(lookup.path("reset").asLong()).isEqualTo(1_773_144_900);
      assertThat(resources.path("search").path("/search/tweets").path("remaining").asInt()).isEqualTo(180);
      assertThat(resources.has("users")).isFalse();
    }
  }
}
