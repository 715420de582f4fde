package io.nuthatch.harvest.catalog;

import io.nuthatch.database.Migrations;
import java.time.InstantSource;

/**
 * The stores of the catalogue, which work in whatever transaction they are given: so a change, its history and whatever
 * else belongs to it are one. Made once and shared by any number of threads.
 */
public final class Catalog {

  private final InstantSource clock;
  private final HarvestTypes types;
  private final History history;
  private final GroupStore groups;
  private final SetStore sets;
  private final CredentialStore credentials;
  private final CollectionStore collections;
  private final SeedStore seeds;
  private final HarvestStore harvests = new HarvestStore();
  private final WarcStore warcs = new WarcStore();

  public Catalog(HarvestTypes types, CredentialVault vault, InstantSource clock) {
    this.clock = clock;
    this.types = types;
    history = new History(clock);
    groups = new GroupStore(clock);
    sets = new SetStore(groups, history, clock);
    credentials = new CredentialStore(vault, types, history, clock);
    collections = new CollectionStore(sets, credentials, types, history, clock);
    seeds = new SeedStore(collections, types, history, clock);
  }

  /** The tables of harvesting. */
  public static Migrations migrations() {
    return Migrations.of("harvest");
  }

  InstantSource clock() {
    return clock;
  }

  public HarvestTypes types() {
    return types;
  }

  public History history() {
    return history;
  }

  public GroupStore groups() {
    return groups;
  }

  public SetStore sets() {
    return sets;
  }

  public CredentialStore credentials() {
    return credentials;
  }

  public CollectionStore collections() {
    return collections;
  }

  public SeedStore seeds() {
    return seeds;
  }

  public HarvestStore harvests() {
    return harvests;
  }

  public WarcStore warcs() {
    return warcs;
  }
}
