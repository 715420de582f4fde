package io.nuthatch.simulator.platform;

import io.nuthatch.simulator.faults.Faults;
import io.nuthatch.simulator.people.World;

/** What platforms are built on: the world they show and what the frame keeps for them. */
public record Stage(World world, PlatformSettings settings, Credentials credentials, Quotas quotas, Journal journal,
    Faults faults) {

  public static Stage set(World world, PlatformSettings settings) {
    return new Stage(world, settings, new Credentials(world.settings().seed()), new Quotas(settings.quotas()),
        new Journal(settings.journal()), new Faults());
  }
}
