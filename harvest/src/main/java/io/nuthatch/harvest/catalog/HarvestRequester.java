package io.nuthatch.harvest.catalog;

import io.nuthatch.database.Reading;
import io.nuthatch.database.Transaction;
import io.nuthatch.harvest.catalog.Collection.State;
import io.nuthatch.harvest.catalog.Harvest.Figures;
import io.nuthatch.harvest.catalog.Harvest.Level;
import io.nuthatch.harvest.catalog.Harvest.Remark;
import io.nuthatch.harvest.catalog.Harvest.Times;
import io.nuthatch.harvest.catalog.HarvestTypes.Offer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Asks for harvests, and for their end. What it says in the database and what it sends leave together, and a collection
 * never has two open harvests.
 *
 * <p>It does not run anything: harvesters do, and tell what became of it.
 */
public final class HarvestRequester {

  /** What became of the wish for a harvest. */
  public sealed interface Outcome {

    record Sent(String harvestId) implements Outcome {
    }

    /** The harvest before is not over; that one was to be is on record. */
    record Skipped(String harvestId, String reason) implements Outcome {
    }

    /** Nothing was sent or recorded. */
    record Refused(String reason) implements Outcome {
    }
  }

  /** What becomes of a running harvest when its collection is turned off; a stream is always stopped. */
  public enum Running {
    STOPS,
    MAY_FINISH
  }

  private final Catalog catalog;
  private final StartMessages messages;
  private final Outgoing outgoing;
  private final RequesterSettings settings;

  /**
   * A requester for one catalogue.
   *
   * @param paths the base path of a collection's files, as harvesters are told it
   */
  public HarvestRequester(Catalog catalog, CredentialVault vault, Outgoing outgoing,
      Function<? super Collection, String> paths, RequesterSettings settings) {
    this.catalog = catalog;
    this.messages = new StartMessages(vault, paths, settings);
    this.outgoing = outgoing;
    this.settings = settings;
  }

  /** Asks for a harvest now, unless the collection cannot have one. */
  public Outcome request(Transaction transaction, Viewer viewer, String collectionId) {
    if (catalog.collections().find(transaction, viewer, collectionId).isEmpty()) {
      return new Outcome.Refused("no collection " + collectionId);
    }
    Collection collection = catalog.collections().requireEditable(transaction, viewer, collectionId);
    List<Seed> seeds = SeedStore.active(transaction, collectionId);
    Optional<String> problem = collection.state().on()
        ? problem(transaction, collection, seeds.size())
        : Optional.of("collection " + collectionId + " is off");
    if (problem.isPresent()) {
      return new Outcome.Refused(problem.get());
    }
    Optional<Harvest> open = HarvestStore.open(transaction, collectionId);
    if (open.isPresent()) {
      String reason = "harvest " + open.get().id() + " is still " + open.get().state().word();
      Harvest skipped = insert(transaction, collection, HarvestState.SKIPPED, viewer);
      remark(transaction, skipped.id(), "harvest_skipped", reason);
      return new Outcome.Skipped(skipped.id(), reason);
    }
    Harvest harvest = insert(transaction, collection, HarvestState.REQUESTED, viewer);
    Offer offer = catalog.types().require(collection.type());
    outgoing.add(transaction, List.of(
        messages.start(transaction, harvest.id(), collection, offer, seeds, harvest.times().requested())));
    if (!repeats(collection)) {
      CollectionStore.plan(transaction, collectionId, null, null);
    }
    return new Outcome.Sent(harvest.id());
  }

  /** Why the collection cannot be harvested as it is, on or off. */
  public Optional<String> problem(Reading reading, Collection collection) {
    return problem(reading, collection, Math.toIntExact(reading.number(
        "SELECT count(*) FROM seeds WHERE collection_id = ? AND is_active", collection.id())));
  }

  /** Harvested from now on as its schedule says; a stream, at once. */
  public Collection turnOn(Transaction transaction, Edit edit, String collectionId) {
    Collection before = catalog.collections().requireEditable(transaction, edit.by(), collectionId);
    CollectionStore.requireActive(before);
    problem(transaction, before).ifPresent(problem -> {
      throw CatalogException.conflict(problem);
    });
    Instant now = catalog.clock().instant();
    Schedule schedule = before.plan().schedule();
    if (schedule.isOver(now)) {
      throw CatalogException.conflict("the schedule of collection " + collectionId + " ended at " + schedule.end());
    }
    Schedule from = catalog.types().isStream(before.type())
        ? new Schedule(new Timing.Once(), schedule.start(), schedule.end())
        : schedule;
    Instant next = before.state().on() ? before.state().nextRun() : from.first(now).orElse(null);
    return catalog.collections().save(transaction, edit, before, before.with(new State(true, true, next, null)));
  }

  /** Not harvested any more. What runs is told to stop unless it may finish. */
  public Collection turnOff(Transaction transaction, Edit edit, String collectionId, Running running) {
    Collection before = catalog.collections().requireEditable(transaction, edit.by(), collectionId);
    if (running == Running.STOPS || catalog.types().isStream(before.type())) {
      HarvestStore.open(transaction, collectionId).ifPresent(harvest -> stop(transaction, harvest, edit));
    }
    State off = new State(false, before.state().active(), null, null);
    return catalog.collections().save(transaction, edit, before, before.with(off));
  }

  /** Tells the harvester to end the harvest, of whatever type it is. */
  public Harvest stop(Transaction transaction, Edit edit, String harvestId) {
    return stop(transaction, requireOpen(transaction, edit.by(), harvestId), edit);
  }

  /**
   * Gives a harvest up, so that the collection can have another. Its harvester is told to stop in case it is still
   * there; whatever it says later does not bring the harvest back.
   */
  public Harvest voidHarvest(Transaction transaction, Edit edit, String harvestId) {
    Harvest before = requireOpen(transaction, edit.by(), harvestId);
    remark(transaction, harvestId, "harvest_voided", said("voided", edit));
    Harvest voided = before.with(HarvestState.VOIDED).with(before.times().ended(catalog.clock().instant()));
    return sendStop(transaction, voided);
  }

  /** Tells the harvester to stop, again or for the first time, and keeps the harvest as it is given. */
  Harvest sendStop(Transaction transaction, Harvest harvest) {
    Harvest told = harvest.with(harvest.times().stopSent(catalog.clock().instant()));
    HarvestStore.update(transaction, told);
    catalog.types().find(harvest.type())
        .ifPresent(offer -> outgoing.add(transaction, List.of(messages.stop(harvest, offer))));
    return told;
  }

  /** Whether a harvest that should not go on has not been told so, or went on for long after it was. */
  boolean isStopDueAgain(Harvest harvest) {
    Instant sent = harvest.times().stopSent();
    return sent == null || !sent.plus(settings.stopAgainAfter()).isAfter(catalog.clock().instant());
  }

  /** Whether the clock brings one harvest after the other; a stream has one that goes on. */
  boolean repeats(Collection collection) {
    return !catalog.types().isStream(collection.type())
        && !(collection.plan().schedule().timing() instanceof Timing.Once);
  }

  private Harvest stop(Transaction transaction, Harvest before, Edit edit) {
    if (before.times().stopRequested() == null) {
      remark(transaction, before.id(), "harvest_stop_requested", said("to be stopped", edit));
    }
    boolean waits = before.state() == HarvestState.STOPPING || before.state() == HarvestState.LOST;
    Harvest asked = before.with(waits ? before.state() : HarvestState.STOP_REQUESTED);
    return sendStop(transaction, asked.with(before.times().stopRequested(catalog.clock().instant())));
  }

  private Harvest requireOpen(Transaction transaction, Viewer viewer, String harvestId) {
    Harvest seen = catalog.harvests().get(transaction, viewer, harvestId);
    catalog.collections().requireEditable(transaction, viewer, seen.collectionId());
    Harvest harvest = HarvestStore.find(transaction, harvestId).orElse(seen);
    if (!harvest.state().isOpen()) {
      throw CatalogException.conflict("harvest " + harvestId + " is over: " + harvest.state().word());
    }
    return harvest;
  }

  private Optional<String> problem(Reading reading, Collection collection, int seeds) {
    if (!collection.state().active()) {
      return Optional.of("collection " + collection.id() + " is finished");
    }
    Optional<Offer> offer = catalog.types().find(collection.type()).filter(found -> !found.off());
    if (offer.isEmpty()) {
      return Optional.of("harvests of type " + collection.type() + " are not offered any more");
    }
    int least = offer.get().type().seeds().least();
    int most = offer.get().type().seeds().most();
    if (seeds < least || seeds > most) {
      String wanted = least == most
          ? Integer.toString(least)
          : most == Integer.MAX_VALUE
              ? "at least " + least
              : "between " + least + " and " + most;
      return Optional.of("collection " + collection.id() + " has " + seeds + " active seeds; harvests of type "
          + collection.type() + " want " + wanted);
    }
    return credentialProblem(reading, collection, offer.get());
  }

  private Optional<String> credentialProblem(Reading reading, Collection collection, Offer offer) {
    if (!offer.needsCredential()) {
      return Optional.empty();
    }
    String id = collection.plan().credentialId();
    if (id == null) {
      return Optional.of("collection " + collection.id() + " has no credential for " + offer.platform());
    }
    Credential credential = catalog.credentials().get(reading, Viewer.NODE, id);
    if (!credential.active()) {
      return Optional.of("credential " + credential.name() + " is not in use");
    }
    return offer.type().isStream() ? otherStream(reading, collection, credential) : Optional.empty();
  }

  /** Platforms allow one stream by a credential, and a second would take the rules of the first away. */
  private Optional<String> otherStream(Reading reading, Collection collection, Credential credential) {
    record Other(String name, String type) {
    }
    return reading.list("SELECT name, type FROM collections WHERE credential_id = ? AND id <> ? AND is_on"
        + " AND deleted_at IS NULL", row -> new Other(row.text("name"), row.text("type")), credential.id(),
        collection.id()).stream().filter(other -> catalog.types().isStream(other.type)).findFirst()
        .map(other -> "credential " + credential.name() + " holds the stream of collection " + other.name
            + " open; a credential holds one stream, so turn that one off or choose another credential");
  }

  private Harvest insert(Transaction transaction, Collection collection, HarvestState state, Viewer viewer) {
    Times times = new Times(catalog.clock().instant(), null, null, null, null, null, null);
    Harvest harvest = new Harvest(0, HexId.next(), collection.id(), null, collection.type(), state, viewer.operator(),
        History.last(transaction, collection.id()), times, new Figures(0, 0, null, null, null, null));
    HarvestStore.insert(transaction, harvest);
    return harvest;
  }

  private static void remark(Transaction transaction, String harvestId, String code, String message) {
    HarvestStore.remark(transaction, harvestId, new Remark(Level.INFO, code, message, null), 0);
  }

  private static String said(String what, Edit edit) {
    return what + " by " + edit.by().operator() + (edit.note().isEmpty() ? "" : ": " + edit.note());
  }
}
