package io.nuthatch.simulator.platform;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.model.Json;
import io.nuthatch.simulator.Client;
import io.nuthatch.simulator.HandClock;
import io.nuthatch.simulator.Pace;
import io.nuthatch.simulator.SimulatedPlatforms;
import io.nuthatch.simulator.faults.Fault;
import io.nuthatch.simulator.faults.FaultRule;
import io.nuthatch.simulator.faults.Frequency;
import io.nuthatch.simulator.people.World;
import io.nuthatch.simulator.people.WorldSettings;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The simulator as another process controls it. */
class ControlTest {

  private final Pace pace = Pace.starting(Instant.parse("2026-03-10T12:00:00Z"), 0);
  private final World world = World.open(WorldSettings.defaults().withAccounts(0), pace);
  private final SimulatedPlatforms platforms = SimulatedPlatforms.start(world, PlatformSettings.defaults());
  private final Client client = new Client(platforms, platforms.credentials(1).getFirst());

  @AfterEach
  void close() {
    platforms.close();
  }

  @Test
  void faults_areAddedListedAndRemoved() throws Exception {
    Client.Answer added = client.plain("POST", "/_simulator/faults", """
        {"path": "/1.1/*", "fault": {"kind": "latency", "delay": "PT0.25S"},
         "frequency": {"kind": "next", "calls": 2}, "until": "2026-03-10T13:00:00Z"}""");
    assertThat(added.status()).isEqualTo(201);
    int id = added.json().path("id").asInt();
    assertThat(platforms.faults().rules()).containsEntry(id, new FaultRule("/1.1/*",
        new Fault.Latency(Duration.ofMillis(250)), new Frequency.Next(2), Instant.parse("2026-03-10T13:00:00Z")));
    var listed = client.plain("GET", "/_simulator/faults", "").json().path(Integer.toString(id));
    assertThat(listed.path("fault").path("kind").asString()).isEqualTo("latency");
    assertThat(client.plain("DELETE", "/_simulator/faults/" + id, "").status()).isEqualTo(200);
    assertThat(client.plain("DELETE", "/_simulator/faults/" + id, "").status()).isEqualTo(404);
    platforms.faults().add(FaultRule.always("*", new Fault.Failure(500)));
    assertThat(client.plain("DELETE", "/_simulator/faults", "").status()).as("control paths are never faulty")
        .isEqualTo(200);
    assertThat(platforms.faults().rules()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"kind\":\"failure\",\"status\":502}", "{\"kind\":\"drop\",\"after_bytes\":10}",
      "{\"kind\":\"truncated_gzip\"}", "{\"kind\":\"wrong_json\",\"damage\":\"HTML\"}",
      "{\"kind\":\"lying_quota\",\"lie\":\"RESET_IN_THE_PAST\"}", "{\"kind\":\"wrong_length\",\"delta\":-3}",
      "{\"kind\":\"clock_skew\",\"by\":\"-PT10M\"}", "{\"kind\":\"slow_drip\",\"bytes_per_second\":10}",
      "{\"kind\":\"muddle\",\"disorder\":\"SUBSET\"}", "{\"kind\":\"silence\"}"})
  void everyKindOfFault_canBeWrittenAsJson(String fault) throws Exception {
    Client.Answer added = client.plain("POST", "/_simulator/faults", "{\"path\":\"/none\",\"fault\":" + fault + "}");
    assertThat(added.status()).isEqualTo(201);
    var listed = client.plain("GET", "/_simulator/faults", "").json().path("1").path("fault");
    Json.tree(fault).properties().forEach(field -> assertThat(listed.path(field.getKey()).isMissingNode()).isFalse());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nonsense", "{}", "{\"path\":\"/\"}", "{\"path\":\"/\",\"fault\":{\"kind\":\"magic\"}}",
      "{\"path\":\"/\",\"fault\":{\"kind\":\"failure\",\"status\":200}}",
      "{\"path\":\"/\",\"fault\":{\"kind\":\"silence\"},\"until\":\"soon\"}"})
  void nonsense_is400WithAReason(String body) throws Exception {
    Client.Answer answer = client.plain("POST", "/_simulator/faults", body);
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().path("error").asString()).isNotBlank();
  }

  @Test
  void clock_isReadPutForwardAndSped() throws Exception {
    assertThat(client.plain("GET", "/_simulator/clock", "").json().path("now").asString())
        .isEqualTo("2026-03-10T12:00:00Z");
    assertThat(client.plain("POST", "/_simulator/clock", "{\"advance\":\"PT90M\"}").json().path("now").asString())
        .isEqualTo("2026-03-10T13:30:00Z");
    assertThat(client.plain("POST", "/_simulator/clock", "{\"speed\":1000}").status()).isEqualTo(200);
    assertThat(pace.speed()).isEqualTo(1_000);
    assertThat(client.plain("POST", "/_simulator/clock", "{\"advance\":\"-PT1S\"}").status()).isEqualTo(400);
  }

  @Test
  void clockOfAnotherProcess_cannotBeSet() throws Exception {
    World other = World.open(WorldSettings.defaults().withAccounts(0), new HandClock("2026-03-10T12:00:00Z"));
    try (var fixed = SimulatedPlatforms.start(other, PlatformSettings.defaults())) {
      Client caller = new Client(fixed, fixed.credentials(1).getFirst());
      assertThat(caller.plain("GET", "/_simulator/clock", "").json().has("speed")).isFalse();
      assertThat(caller.plain("POST", "/_simulator/clock", "{\"speed\":2}").status()).isEqualTo(409);
    }
  }

  @Test
  void journal_isReadAndCleared() throws Exception {
    client.get("/1.1/users/show.json?user_id=1");
    var journal = client.plain("GET", "/_simulator/journal", "").json();
    assertThat(journal).hasSize(1);
    assertThat(journal.path(0).path("path").asString()).isEqualTo("/1.1/users/show.json");
    assertThat(journal.path(0).path("status").asInt()).isEqualTo(404);
    client.plain("DELETE", "/_simulator/journal", "");
    assertThat(platforms.journal().entries()).isEmpty();
  }

  @Test
  void credentials_areListedAddedAndRevoked() throws Exception {
    Credential added = new Credential("mine", "key", "secret", "token", "token-secret", "bearer");
    assertThat(client.plain("POST", "/_simulator/credentials", Json.write(added)).status()).isEqualTo(201);
    assertThat(client.plain("GET", "/_simulator/credentials", "").json().path(1).path("consumer_key").asString())
        .isEqualTo("key");
    assertThat(new Client(platforms, added).get("/2/users/1").status()).isEqualTo(200);
    assertThat(client.plain("DELETE", "/_simulator/credentials/mine", "").status()).isEqualTo(200);
    assertThat(new Client(platforms, added).get("/2/users/1").status()).isEqualTo(401);
    assertThat(client.plain("DELETE", "/_simulator/credentials/nobody", "").status()).isEqualTo(400);
    assertThat(client.plain("POST", "/_simulator/credentials", "{\"name\":\"half\"}").status()).isEqualTo(400);
  }
}
