package io.nuthatch.harvest.catalog;

import static io.nuthatch.harvest.catalog.HarvestState.COMPLETED_FAILURE;
import static io.nuthatch.harvest.catalog.HarvestState.COMPLETED_SUCCESS;
import static io.nuthatch.harvest.catalog.HarvestState.LOST;
import static io.nuthatch.harvest.catalog.HarvestState.PAUSED;
import static io.nuthatch.harvest.catalog.HarvestState.RUNNING;
import static io.nuthatch.harvest.catalog.HarvestState.STOPPING;
import static io.nuthatch.harvest.catalog.HarvestState.STOP_REQUESTED;
import static io.nuthatch.harvest.catalog.HarvestState.VOIDED;
import static io.nuthatch.harvest.catalog.World.ADA;
import static io.nuthatch.harvest.catalog.World.BY_ADA;
import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.harvest.catalog.CatalogException.Reason;
import io.nuthatch.harvest.catalog.Change.Values;
import io.nuthatch.harvest.catalog.Harvest.Level;
import io.nuthatch.harvest.catalog.Harvest.Remark;
import io.nuthatch.harvest.catalog.Harvest.Stat;
import io.nuthatch.model.message.Note;
import io.nuthatch.model.message.WarcTotals;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.BooleanNode;

/** What harvesters tell, and what becomes of it: §4.1 (4, 5), §4.7 (46, 47). */
interface StatusContract {

  World world();

  private Collection timelines() {
    return world().on(world().plan("twitter_user_timeline"), "nuthatch");
  }

  private Seed seedOf(Collection collection) {
    return world().read(r -> world().catalog.seeds().list(r, ADA, collection.id(), null, 1, 0)).getFirst();
  }

  @Test
  default void harvest_goesFromRequestedOverRunningToItsEnd() {
    String id = world().started(timelines());
    Instant began = World.START.plusSeconds(3);
    world().tell(Told.of(id, RUNNING).numbered(1L).dated(began, null));
    assertThat(world().state(id)).isEqualTo(RUNNING);
    assertThat(world().harvest(id).times().ended()).isNull();
    world().tell(Told.of(id, COMPLETED_SUCCESS).numbered(2L).dated(began, began.plusSeconds(9)));
    assertThat(world().state(id)).isEqualTo(COMPLETED_SUCCESS);
    assertThat(world().harvest(id).times().started()).isEqualTo(began);
    assertThat(world().harvest(id).times().ended()).isEqualTo(began.plusSeconds(9));
    assertThat(world().harvest(id).times().heard()).isEqualTo(World.START);
  }

  /** §4.1 (4). */
  @Test
  default void unknownHarvest_isIgnored() {
    world().tell("sfmui:45", RUNNING);
    assertThat(world().list(r -> world().catalog.harvests().list(r, ADA, HarvestStore.Filter.ALL, 99, 9))).isEmpty();
  }

  @Test
  default void statusThatMakesNoSense_isRefused() {
    String id = world().started(timelines());
    Refusal.of(Reason.INVALID, "not voided", () -> world().tell(id, VOIDED));
    Refusal.of(Reason.INVALID, "by id", () -> world().tell(" ", RUNNING));
    Refusal.of(Reason.INVALID, "by day", () -> world().tell(
        Told.of(id, RUNNING).counting(Map.of("today", Map.of("tweets", 1L)), new WarcTotals(0, 0))));
    Refusal.of(Reason.INVALID, "by day", () -> world().tell(
        Told.of(id, RUNNING).counting(Map.of("2026-03-02", Map.of("tweets", -1L)), new WarcTotals(0, 0))));
    assertThat(world().state(id)).isEqualTo(HarvestState.REQUESTED);
  }

  @Test
  default void overHarvest_isNotOpenedByALateStatus() {
    String completed = world().started(timelines());
    world().tell(completed, COMPLETED_FAILURE);
    String voided = world().started(timelines());
    world().run(t -> world().requester.voidHarvest(t, BY_ADA, voided));
    for (HarvestState late : List.of(RUNNING, STOPPING, PAUSED, COMPLETED_SUCCESS)) {
      world().tell(completed, late);
      world().tell(voided, late);
    }
    assertThat(world().state(completed)).isEqualTo(COMPLETED_FAILURE);
    assertThat(world().state(voided)).isEqualTo(VOIDED);
  }

  @Test
  default void numberedStatus_isDroppedWhenANewerOneCame() {
    String id = world().started(timelines());
    world().tell(Told.of(id, PAUSED).numbered(5L));
    world().tell(Told.of(id, RUNNING).numbered(4L));
    world().tell(Told.of(id, RUNNING).numbered(5L));
    assertThat(world().state(id)).isEqualTo(PAUSED);
    world().tell(Told.of(id, RUNNING).numbered(6L));
    assertThat(world().state(id)).isEqualTo(RUNNING);
  }

  @Test
  default void stopRequested_staysUntilTheHarvesterStops() {
    String id = world().started(timelines());
    world().tell(id, RUNNING);
    world().run(t -> world().requester.stop(t, BY_ADA, id));
    world().sent.take();
    world().tell(id, RUNNING);
    assertThat(world().state(id)).isEqualTo(STOP_REQUESTED);
    assertThat(world().sent.take()).as("it was told just now").isEmpty();
    world().clock.advance(Duration.ofMinutes(2));
    world().tell(id, RUNNING);
    assertThat(world().sent.keys()).as("it goes on").containsExactly("harvest.stop.twitter.twitter_user_timeline");
    world().tell(id, STOPPING);
    world().tell(id, RUNNING);
    assertThat(world().state(id)).isEqualTo(STOPPING);
    world().tell(id, COMPLETED_SUCCESS);
    assertThat(world().state(id)).isEqualTo(COMPLETED_SUCCESS);
  }

  /** §4.7 (46). */
  @Test
  default void failedStream_turnsItsCollectionOffAndIsStopped() {
    Collection stream = world().on(world().plan("twitter_filter"), "words");
    String id = world().started(stream);
    world().tell(id, RUNNING);
    world().sent.take();
    world().tell(id, COMPLETED_FAILURE);
    assertThat(world().now(stream).state().on()).isFalse();
    assertThat(world().sent.keys()).containsExactly("harvest.stop.twitter.twitter_filter");
    Change change = world().log(stream).getFirst();
    assertThat(change.harvestId()).isEqualTo(id);
    assertThat(change.fields()).containsEntry("is_on", new Values("true", "false"));
    assertThat(change.note()).contains("completed failure");
  }

  /** §4.7 (46). */
  @Test
  default void runningOfAStreamThatIsOver_isToldToStopAgain() {
    Collection stream = world().on(world().plan("twitter_filter"), "words");
    String id = world().started(stream);
    world().tell(Told.of(id, COMPLETED_SUCCESS).numbered(7L));
    world().sent.take();
    world().tell(Told.of(id, RUNNING).numbered(6L));
    assertThat(world().sent.take()).as("merely late").isEmpty();
    world().tell(Told.of(id, RUNNING).numbered(8L));
    assertThat(world().sent.keys()).containsExactly("harvest.stop.twitter.twitter_filter");
    assertThat(world().state(id)).isEqualTo(COMPLETED_SUCCESS);
  }

  @Test
  default void lostHarvest_isRunningAgainWhenAnotherWorkerReports() {
    String id = world().started(timelines());
    world().tell(Told.of(id, RUNNING).numbered(3L));
    world().clock.advance(Duration.ofMinutes(16));
    world().scheduler.tick();
    assertThat(world().state(id)).isEqualTo(LOST);
    world().tell(Told.of(id, RUNNING).numbered(3L));
    assertThat(world().state(id)).as("a repeat is no sign of life").isEqualTo(LOST);
    world().tell(Told.of(id, RUNNING).numbered(4L));
    assertThat(world().state(id)).isEqualTo(RUNNING);
    assertThat(world().harvest(id).times().lost()).isNull();
  }

  /** §4.1 (5), §4.7 (47). */
  @Test
  default void figures_areKeptByDayAndItem_andOnlyGrow() {
    Collection collection = timelines();
    String id = world().started(collection);
    world().tell(Told.of(id, RUNNING).counting(Map.of("2026-03-02", Map.of("tweets", 5L, "photos", 1L), "2026-03-03",
        Map.of("tweets", 7L)), new WarcTotals(2, 900)));
    world().tell(Told.of(id, RUNNING).counting(Map.of("2026-03-02", Map.of("tweets", 4L)), new WarcTotals(1, 400)));
    world().tell(Told.of(id, RUNNING).counting(Map.of("2026-03-03", Map.of("tweets", 9L)), new WarcTotals(2, 901)));
    world().tell(id, COMPLETED_SUCCESS);
    List<Stat> expected = List.of(new Stat("2026-03-02", "photos", 1), new Stat("2026-03-02", "tweets", 5),
        new Stat("2026-03-03", "tweets", 9));
    assertThat(world().list(r -> world().catalog.harvests().stats(r, ADA, id))).isEqualTo(expected);
    assertThat(world().list(r -> world().catalog.harvests().statsOfCollection(r, ADA, collection.id())))
        .isEqualTo(expected);
    assertThat(world().harvest(id).figures().warcs()).isEqualTo(2);
    assertThat(world().harvest(id).figures().bytes()).isEqualTo(901);
  }

  /** §4.7 (47). */
  @Test
  default void tokensAndUids_changeSeeds_withTheHarvestInTheirHistory() {
    Collection collection = timelines();
    Seed seed = seedOf(collection);
    String id = world().started(collection);
    world().tell(Told.of(id, RUNNING).numbered(1L).finding(Map.of(), Map.of(seed.id(), "77")));
    world().tell(Told.of(id, RUNNING).numbered(2L).finding(Map.of(seed.id(), "treecreeper"), Map.of()));
    world().tell(Told.of(id, RUNNING).numbered(2L).finding(Map.of(seed.id(), "treecreeper"), Map.of()));
    assertThat(world().seedNow(seed).token()).isEqualTo("treecreeper");
    assertThat(world().seedNow(seed).uid()).isEqualTo("77");
    List<Change> told = world().log(collection).stream().filter(change -> id.equals(change.harvestId())).toList();
    assertThat(told).extracting(Change::note).allMatch(note -> note.startsWith("Changed "));
    assertThat(told).extracting(Change::fields).containsExactly(
        new LinkedHashMap<>(Map.of("token", new Values("nuthatch", "treecreeper"))),
        new LinkedHashMap<>(Map.of("uid", new Values(null, "77"))));
  }

  @Test
  default void tokenThatAnotherSeedHas_isNotTaken() {
    Collection collection = timelines();
    Seed seed = seedOf(collection);
    world().seed(collection.id(), "treecreeper");
    String id = world().started(collection);
    world().tell(Told.of(id, RUNNING).finding(Map.of(seed.id(), "TreeCreeper"), Map.of("unknown", "1")));
    assertThat(world().seedNow(seed).token()).isEqualTo("nuthatch");
    assertThat(world().list(r -> world().catalog.harvests().remarks(r, ADA, id))).extracting(Remark::code)
        .containsExactly("seed_not_updated");
  }

  /** §4.7 (47). */
  @Test
  default void seedInTrouble_isDeactivatedOnlyIfTheCollectionWantsThat() {
    Collection keeps = timelines();
    Collection drops = world().on(world().plan("twitter_user_timeline")
        .withOptions(Map.of("deactivate_not_found_seeds", BooleanNode.TRUE)), "nuthatch");
    for (Collection collection : List.of(keeps, drops)) {
      Seed seed = seedOf(collection);
      String id = world().started(collection);
      Note suspended = new Note("token_suspended", "x is suspended", seed.id());
      Note gone = new Note("token_not_found", "x is gone", seed.id());
      world().tell(Told.of(id, RUNNING).warning(List.of(suspended)));
      assertThat(world().seedNow(seed).active()).isTrue();
      world().tell(Told.of(id, RUNNING).warning(List.of(suspended, gone)));
      assertThat(world().seedNow(seed).active()).isEqualTo(collection.equals(keeps));
      assertThat(world().list(r -> world().catalog.harvests().remarks(r, ADA, id))).containsExactly(
          new Remark(Level.WARNING, "token_suspended", "x is suspended", seed.id()),
          new Remark(Level.WARNING, "token_not_found", "x is gone", seed.id()));
      world().run(t -> world().catalog.seeds().activate(t, BY_ADA, seed.id(), true));
      world().tell(Told.of(id, COMPLETED_SUCCESS).warning(List.of(suspended, gone)));
      assertThat(world().seedNow(seed).active()).as("told before, and somebody knew better").isTrue();
    }
  }

  @Test
  default void harvestOnce_turnsItsCollectionOffWhenItIsOver() {
    Collection once = world().on(world().plan("twitter_user_timeline").withSchedule(Schedule.of("once")), "nuthatch");
    world().scheduler.tick();
    String id = world().read(r -> HarvestStore.open(r, once.id())).orElseThrow().id();
    assertThat(world().now(once).state().on()).isTrue();
    world().tell(id, COMPLETED_SUCCESS);
    assertThat(world().now(once).state().on()).isFalse();
    world().clock.advance(Duration.ofDays(2));
    world().scheduler.tick();
    assertThat(world().sent.keys()).hasSize(1);
  }
}
