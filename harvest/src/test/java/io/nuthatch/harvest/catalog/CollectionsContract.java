package io.nuthatch.harvest.catalog;

import static io.nuthatch.harvest.catalog.World.ADA;
import static io.nuthatch.harvest.catalog.World.BY_ADA;
import static io.nuthatch.harvest.catalog.World.EVE;
import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.harvest.catalog.CatalogException.Reason;
import io.nuthatch.harvest.catalog.Change.Kind;
import io.nuthatch.harvest.catalog.Change.Values;
import io.nuthatch.harvest.catalog.CollectionPlan.Visibility;
import io.nuthatch.harvest.catalog.CollectionStore.Removal;
import io.nuthatch.harvest.catalog.HarvestRequester.Running;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.StringNode;

/** Collections and their history. */
interface CollectionsContract {

  World world();

  private CollectionStore collections() {
    return world().catalog.collections();
  }

  private List<Change> log(Collection collection) {
    return world().read(r -> world().catalog.history().ofCollection(r, ADA, collection.id(), Long.MAX_VALUE, 100));
  }

  @Test
  default void collection_isReadAsItWasWritten() {
    Instant start = Instant.parse("2026-04-01T00:00:00Z");
    CollectionPlan plan = new CollectionPlan("Vote", "All of it", "https://example.org/vote", "twitter_user_timeline",
        world().credential("twitter"),
        new Schedule(Timing.parse("cron 0 4 * * mon-fri Europe/Vienna"), start, start.plus(Duration.ofDays(9))),
        Visibility.ALL, Map.of("incremental", BooleanNode.FALSE));
    Collection made = world().collection(plan);
    assertThat(made.plan()).isEqualTo(plan);
    assertThat(world().now(made)).isEqualTo(made);
    assertThat(made.id()).matches("[0-9a-f]{32}");
    assertThat(made.state().on()).isFalse();
  }

  @Test
  default void planThatMakesNoSense_isRefused() {
    CollectionPlan good = world().plan("twitter_user_timeline");
    Refusal.of(Reason.INVALID, "name", () -> CollectionPlan.of("  ", "web"));
    Refusal.of(Reason.INVALID, "no harvests of type", () -> world().collection(CollectionPlan.of("x", "myspace")));
    Refusal.of(Reason.INVALID, "no option colour",
        () -> world().collection(good.withOptions(Map.of("colour", BooleanNode.TRUE))));
    Refusal.of(Reason.INVALID, "takes a flag",
        () -> world().collection(good.withOptions(Map.of("incremental", StringNode.valueOf("yes")))));
    Refusal.of(Reason.INVALID, "is for flickr, not for twitter",
        () -> world().collection(good.withCredential(world().credential("flickr"))));
    Refusal.of(Reason.NOT_FOUND, "credential", () -> world().collection(good.withCredential("nonsense")));
    Refusal.of(Reason.NOT_FOUND, "collection set",
        () -> world().run(t -> collections().create(t, BY_ADA, "nowhere", good)));
  }

  @Test
  default void howItIsHarvested_changesWhileItIsOffOnly() {
    Collection on = world().on(world().plan("twitter_user_timeline"), "nuthatch");
    Refusal.of(Reason.CONFLICT, "turn it off", () -> world().run(t -> collections().change(t, BY_ADA, on.id(),
        on.plan().withSchedule(Schedule.of("every 1h")))));
    world().run(t -> collections().change(t, BY_ADA, on.id(), on.plan().withVisibility(Visibility.ALL)));
    Refusal.of(Reason.INVALID, "stays so", () -> world().run(t -> collections().change(t, BY_ADA, on.id(),
        CollectionPlan.of("x", "flickr_user"))));
    world().run(t -> world().requester.turnOff(t, BY_ADA, on.id(), Running.STOPS));
    Collection hourly = world().write(t -> collections().change(t, BY_ADA, on.id(),
        on.plan().withSchedule(Schedule.of("every 1h"))));
    assertThat(world().now(on)).isEqualTo(hourly);
  }

  @Test
  default void finishedCollection_isNeitherChangedNorTurnedOn() {
    Collection collection = world().collection(world().plan("twitter_user_timeline"), "nuthatch");
    world().run(t -> collections().finish(t, BY_ADA, collection.id()));
    Refusal.of(Reason.CONFLICT, "finished", () -> world().run(
        t -> collections().change(t, BY_ADA, collection.id(), collection.plan())));
    Refusal.of(Reason.CONFLICT, "finished", () -> world().seed(collection.id(), "other"));
    Refusal.of(Reason.CONFLICT, "finished", () -> world().run(
        t -> world().requester.turnOn(t, BY_ADA, collection.id())));
    assertThat(world().list(r -> collections().list(r, ADA, new CollectionStore.Filter(null, null, true), 9, 0)))
        .isEmpty();
    world().run(t -> collections().reopen(t, BY_ADA, collection.id()));
    world().run(t -> world().requester.turnOn(t, BY_ADA, collection.id()));
  }

  @Test
  default void change_isAVersionWithWhoWhenWhyAndWhat() {
    Collection collection = world().collection(world().plan("twitter_user_timeline"));
    world().clock.advance(Duration.ofMinutes(5));
    CollectionPlan plan = new CollectionPlan("Renamed", "", null, collection.type(), collection.plan().credentialId(),
        collection.plan().schedule(), Visibility.GROUP, Map.of("incremental", BooleanNode.FALSE));
    world().run(t -> collections().change(t, Edit.by(EVE, " a better name "), collection.id(), plan));
    Change change = log(collection).getFirst();
    assertThat(change.actor()).isEqualTo("eve");
    assertThat(change.note()).isEqualTo("a better name");
    assertThat(change.at()).isEqualTo(World.START.plus(Duration.ofMinutes(5)));
    assertThat(change.harvestId()).isNull();
    assertThat(change.fields()).isEqualTo(Map.of("name",
        new Values("About twitter_user_timeline", "Renamed"), "option incremental", new Values(null, "false")));
  }

  @Test
  default void saveWithoutAChange_isNoVersion_butANoteIs() {
    Collection collection = world().collection(world().plan("twitter_user_timeline"));
    world().run(t -> collections().change(t, BY_ADA, collection.id(), collection.plan()));
    assertThat(log(collection)).hasSize(1);
    world().run(t -> collections().change(t, Edit.by(ADA, "looked at it"), collection.id(), collection.plan()));
    assertThat(log(collection)).hasSize(2);
    assertThat(log(collection).getFirst().fields()).isEmpty();
    assertThat(log(collection).getFirst().note()).isEqualTo("looked at it");
  }

  @Test
  default void logOfACollection_hasItsSeedsToo_pageByPage() {
    Collection collection = world().collection(world().plan("twitter_user_timeline"), "a", "b", "c");
    List<Change> all = log(collection);
    assertThat(all).extracting(Change::kind).containsExactly(Kind.SEED, Kind.SEED, Kind.SEED, Kind.COLLECTION);
    List<Change> second = world().read(r -> world().catalog.history().ofCollection(r, ADA, collection.id(),
        all.get(1).id(), 1));
    assertThat(second).containsExactly(all.get(2));
  }

  @Test
  default void move_keepsFilesWhereTheyAre() {
    Collection collection = world().collection(world().plan("twitter_user_timeline"), "nuthatch");
    String other = world().write(t -> world().catalog.sets().create(t, BY_ADA, world().group, "Other", "")).id();
    Collection moved = world().write(t -> collections().move(t, BY_ADA, collection.id(), other));
    assertThat(moved.setId()).isEqualTo(other);
    assertThat(moved.homeSetId()).isEqualTo(world().set);
    assertThat(log(collection).getFirst().fields()).containsOnlyKeys("collection_set");
    assertThat(world().list(r -> collections().list(r, ADA, new CollectionStore.Filter(other, null, null), 9, 0)))
        .containsExactly(moved);
    Refusal.of(Reason.CONFLICT, "move them first",
        () -> world().run(t -> world().catalog.sets().delete(t, BY_ADA, other)));
  }

  @Test
  default void delete_isForAdmins_hidesAtOnce_andNamesTheFiles() {
    Collection collection = world().on(world().plan("twitter_user_timeline"), "nuthatch");
    String harvest = world().started(collection);
    Refusal.of(Reason.CONFLICT, "is on", () -> world().run(t -> collections().delete(t, Edit.by(EVE),
        collection.id())));
    world().run(t -> world().requester.turnOff(t, BY_ADA, collection.id(), Running.MAY_FINISH));
    Refusal.of(Reason.CONFLICT, harvest, () -> world().run(t -> collections().delete(t, Edit.by(EVE),
        collection.id())));
    world().run(t -> world().requester.voidHarvest(t, BY_ADA, harvest));
    world().run(t -> WarcStore.insert(t, new Warc("w1", harvest, collection.id(), collection.type(), "/data/w1.warc.gz",
        new Warc.Content("0".repeat(40), 9), World.START, Warc.Fixity.UNCHECKED)));
    Refusal.of(Reason.FORBIDDEN, "admin", () -> world().run(t -> collections().delete(t, BY_ADA, collection.id())));
    Removal removal = world().write(t -> collections().delete(t, Edit.by(EVE), collection.id()));
    assertThat(removal).isEqualTo(new Removal(collection.id(), world().set, List.of("/data/w1.warc.gz")));
    Refusal.of(Reason.NOT_FOUND, collection.id(),
        () -> world().read(r -> collections().get(r, EVE, collection.id())));
    Refusal.of(Reason.NOT_FOUND, harvest, () -> world().read(r -> world().catalog.harvests().get(r, EVE, harvest)));
    assertThat(world().list(r -> collections().deleted(r))).containsExactly(removal);
    world().run(t -> collections().forget(t, collection.id()));
    assertThat(world().list(r -> collections().deleted(r))).isEmpty();
    assertThat(world().<Optional<Harvest>>read(r -> HarvestStore.find(r, harvest))).isEqualTo(Optional.empty());
    world().run(t -> world().catalog.sets().delete(t, BY_ADA, world().set));
  }
}
