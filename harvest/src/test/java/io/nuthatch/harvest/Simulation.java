package io.nuthatch.harvest;

import io.nuthatch.model.message.SeedReference;
import io.nuthatch.simulator.ManualClock;
import io.nuthatch.simulator.SimulatedPlatforms;
import io.nuthatch.simulator.people.World;
import io.nuthatch.simulator.people.WorldSettings;
import io.nuthatch.simulator.people.WorldSettings.Upheaval;
import io.nuthatch.simulator.platform.Credential;
import io.nuthatch.simulator.platform.PlatformSettings;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.StringNode;

/** A simulated platform, a clock that stands, and sessions that call it. */
public final class Simulation implements AutoCloseable {

  public static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  public final ManualClock clock = ManualClock.at(NOW);
  public final World world;
  public final SimulatedPlatforms platforms;

  public Simulation(PlatformSettings settings) {
    world = World.open(WorldSettings.defaults().withAccounts(200).withUpheaval(Upheaval.NONE), clock);
    platforms = SimulatedPlatforms.start(world, settings);
  }

  public Simulation() {
    this(PlatformSettings.defaults());
  }

  public CallingSession session(PlatformAdapter adapter, String platform) {
    return new CallingSession(adapter, credential(), platforms.baseUrl(platform), clock);
  }

  /** Everything a credential may consist of on Twitter; adapters take what they need. */
  public Map<String, String> credential() {
    Credential credential = platforms.credentials(1).getFirst();
    return Map.of("consumer_key", credential.consumerKey(), "consumer_secret", credential.consumerSecret(),
        "access_token", credential.token(), "access_token_secret", credential.tokenSecret(), "bearer_token",
        credential.bearerToken());
  }

  public static SeedReference seed(@Nullable String token, @Nullable String uid) {
    return new SeedReference("seed-1", token == null ? null : StringNode.valueOf(token), uid);
  }

  /** A type of harvest by its name. */
  public static HarvestType type(PlatformAdapter adapter, String name) {
    return adapter.types().stream().filter(type -> type.name().equals(name)).findFirst().orElseThrow();
  }

  @Override
  public void close() {
    platforms.close();
  }
}
