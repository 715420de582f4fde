package io.nuthatch.harvest.catalog;

import io.nuthatch.database.Database;
import io.nuthatch.database.Migrations;
import io.nuthatch.database.Reading;
import io.nuthatch.database.Transaction;
import io.nuthatch.harvest.Sealing;
import io.nuthatch.harvest.catalog.Group.Member;
import io.nuthatch.harvest.catalog.Group.Role;
import io.nuthatch.harvest.catalog.HarvestRequester.Outcome;
import io.nuthatch.simulator.ManualClock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A catalogue with a few people in it: Ada edits what belongs to her group, Ben reads it, Carl belongs to another group,
 * Dora is staff, Eve an admin.
 */
final class World implements AutoCloseable {

  static final Instant START = Instant.parse("2026-03-02T08:00:00Z");
  static final Viewer ADA = Viewer.operator("ada");
  static final Viewer BEN = Viewer.operator("ben");
  static final Viewer CARL = Viewer.operator("carl");
  static final Viewer DORA = new Viewer("dora", false, true);
  static final Viewer EVE = Viewer.admin("eve");
  static final Edit BY_ADA = Edit.by(ADA);

  final Database database;
  final ManualClock clock = ManualClock.at(START);
  final CredentialVault vault = new CredentialVault(new Mirror());
  final Catalog catalog = new Catalog(FakePlatform.types("twitter_sample"), vault, clock);
  final SentMessages sent;
  final HarvestRequester requester;
  final StatusHandler statuses;
  final HarvestScheduler scheduler;
  final String group;
  final String set;

  World(Database database) {
    this.database = database;
    database.migrate(List.of(Catalog.migrations(), Migrations.of("outbox")));
    sent = new SentMessages(database);
    requester = requester(RequesterSettings.defaults());
    statuses = new StatusHandler(database, catalog, requester);
    scheduler = new HarvestScheduler(database, catalog, requester, SchedulerSettings.defaults());
    group = write(t -> catalog.groups().create(t, ADA, "Library")).id();
    run(t -> catalog.groups().put(t, ADA, group, new Member("ben", Role.READER)));
    run(t -> catalog.groups().create(t, CARL, "Museum"));
    set = write(t -> catalog.sets().create(t, BY_ADA, group, "Elections", "")).id();
  }

  HarvestRequester requester(RequesterSettings settings) {
    return new HarvestRequester(catalog, vault, sent, c -> "/data/" + c.homeSetId() + "/" + c.id(), settings);
  }

  <T> T read(Function<? super Reading, ? extends T> work) {
    return database.read(work);
  }

  /** As {@link #read}, for lists: so that it can be asserted on without naming their type. */
  <T> List<T> list(Function<? super Reading, List<T>> work) {
    return database.read(work);
  }

  <T> T write(Function<? super Transaction, ? extends T> work) {
    return database.write(work);
  }

  void run(Consumer<? super Transaction> work) {
    database.run(work);
  }

  /** A credential of Ada's, made on first use. */
  String credential(String platform) {
    return read(r -> catalog.credentials().list(r, ADA)).stream().filter(c -> c.platform().equals(platform)).findFirst()
        .map(Credential::id).orElseGet(() -> write(t -> catalog.credentials().create(t, BY_ADA, platform, platform,
            platform.equals("flickr")
                ? Map.of("key", "k1", "secret", "s1")
                : Map.of("consumer_key", "k2", "consumer_secret", "s2")))
            .id());
  }

  CollectionPlan plan(String type) {
    CollectionPlan plan = CollectionPlan.of("About " + type, type);
    return type.equals("web") ? plan : plan.withCredential(credential(catalog.types().require(type).platform()));
  }

  /** A collection with seeds, off. */
  Collection collection(CollectionPlan plan, String... tokens) {
    Collection made = write(t -> catalog.collections().create(t, BY_ADA, set, plan));
    for (String token : tokens) {
      seed(made.id(), token);
    }
    return made;
  }

  Collection on(CollectionPlan plan, String... tokens) {
    Collection made = collection(plan, tokens);
    return write(t -> requester.turnOn(t, BY_ADA, made.id()));
  }

  Seed seed(String collectionId, String token) {
    return write(t -> catalog.seeds().add(t, BY_ADA, collectionId, token, null));
  }

  Outcome request(String collectionId) {
    return write(t -> requester.request(t, ADA, collectionId));
  }

  /** The id of a harvest that was asked for just now. */
  String started(Collection collection) {
    return switch (request(collection.id())) {
      case Outcome.Sent(String id) -> id;
      case Outcome other -> throw new AssertionError(other);
    };
  }

  void tell(Told told) {
    run(t -> statuses.apply(t, told.status()));
  }

  void tell(String harvestId, HarvestState state) {
    tell(Told.of(harvestId, state));
  }

  Harvest harvest(String id) {
    return read(r -> catalog.harvests().get(r, Viewer.NODE, id));
  }

  HarvestState state(String id) {
    return harvest(id).state();
  }

  Seed seedNow(Seed seed) {
    return read(r -> catalog.seeds().get(r, Viewer.NODE, seed.id()));
  }

  List<Change> log(Collection collection) {
    return read(r -> catalog.history().ofCollection(r, Viewer.NODE, collection.id(), Long.MAX_VALUE, 100));
  }

  Collection now(Collection collection) {
    return read(r -> catalog.collections().get(r, Viewer.NODE, collection.id()));
  }

  @Override
  public void close() {
    database.close();
  }

  /** Keeps nothing secret, but what is sealed is not what went in. */
  private static final class Mirror implements Sealing {

    @Override
    public byte[] seal(byte[] plain) {
      byte[] sealed = new byte[plain.length];
      for (int i = 0; i < plain.length; i++) {
        sealed[i] = (byte) ~plain[i];
      }
      return sealed;
    }

    @Override
    public byte[] open(byte[] sealed) {
      return seal(sealed);
    }
  }
}
