package io.nuthatch.simulator.platform;

import io.nuthatch.simulator.faults.Faults;
import io.nuthatch.simulator.people.World;

/**
 * What platforms are built on: the world they show and what the frame keeps for them.
 */
public final class Stage {

  private final World world;
  private final PlatformSettings settings;
  private final Credentials credentials;
  private final Quotas quotas;
  private final Journal journal;
  private final Faults faults = new Faults();
  private final Connections connections = new Connections();

  public Stage(World world, PlatformSettings settings) {
    this.world = world;
    this.settings = settings;
    credentials = new Credentials(world.settings().seed());
    quotas = new Quotas(settings.limits().quotas());
    journal = new Journal(settings.journal());
  }

  public World world() {
    return world;
  }

  public PlatformSettings settings() {
    return settings;
  }

  public Credentials credentials() {
    return credentials;
  }

  public Quotas quotas() {
    return quotas;
  }

  public Journal journal() {
    return journal;
  }

  public Faults faults() {
    return faults;
  }

  /** The streams that are open. */
  public Connections connections() {
    return connections;
  }
}
