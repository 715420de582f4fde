package io.nuthatch.harvest.catalog;

import static io.nuthatch.harvest.catalog.HarvestState.COMPLETED_SUCCESS;
import static io.nuthatch.harvest.catalog.HarvestState.LOST;
import static io.nuthatch.harvest.catalog.HarvestState.PAUSED;
import static io.nuthatch.harvest.catalog.HarvestState.RUNNING;
import static io.nuthatch.harvest.catalog.HarvestState.SKIPPED;
import static io.nuthatch.harvest.catalog.HarvestState.STOP_REQUESTED;
import static io.nuthatch.harvest.catalog.HarvestState.VOIDED;
import static io.nuthatch.harvest.catalog.World.ADA;
import static io.nuthatch.harvest.catalog.World.BY_ADA;
import static io.nuthatch.harvest.catalog.World.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.harvest.catalog.CatalogException.Reason;
import io.nuthatch.harvest.catalog.HarvestRequester.Running;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Harvests by the clock: §4.7 (48), and clocks that jump. */
interface SchedulerContract {

  World world();

  private Collection scheduled(String timing) {
    return world().on(world().plan("twitter_search").withSchedule(Schedule.of(timing)), "a");
  }

  private void pass(Duration time) {
    world().clock.advance(time);
    world().scheduler.tick();
  }

  /** Ends what is open, so that the next harvest is sent. */
  private void complete(Collection collection) {
    world().read(r -> HarvestStore.open(r, collection.id())).ifPresent(h -> world().tell(h.id(), COMPLETED_SUCCESS));
  }

  private List<Harvest> harvests(Collection collection) {
    return world().read(r -> world().catalog.harvests().list(r, ADA,
        HarvestStore.Filter.ofCollection(collection.id()), Long.MAX_VALUE, 100));
  }

  @Test
  default void interval_beginsAtOnceAndKeepsItsPace() {
    Collection hourly = scheduled("every 1h");
    world().scheduler.tick();
    world().scheduler.tick();
    assertThat(harvests(hourly)).hasSize(1);
    complete(hourly);
    pass(Duration.ofMinutes(59));
    assertThat(harvests(hourly)).hasSize(1);
    pass(Duration.ofMinutes(11));
    complete(hourly);
    assertThat(harvests(hourly)).hasSize(2);
    assertThat(world().now(hourly).state().nextRun()).isEqualTo(START.plus(Duration.ofHours(2)));
    pass(Duration.ofMinutes(50));
    assertThat(harvests(hourly)).hasSize(3);
  }

  @Test
  default void missedTimes_areMadeUpForOnce() {
    Collection hourly = scheduled("every 1h");
    pass(Duration.ofHours(100).plusMinutes(30));
    complete(hourly);
    pass(Duration.ofMinutes(1));
    assertThat(harvests(hourly)).hasSize(1);
    assertThat(world().now(hourly).state().nextRun()).isEqualTo(START.plus(Duration.ofHours(101)));
  }

  @Test
  default void clockPutBack_doesNotSilenceACollection() {
    world().clock.set(Instant.parse("2031-01-01T00:00:00Z"));
    Collection hourly = scheduled("every 1h");
    Collection daily = scheduled("cron 0 4 * * *");
    pass(Duration.ZERO);
    complete(hourly);
    world().clock.set(START);
    world().scheduler.tick();
    assertThat(world().now(hourly).state().nextRun()).isEqualTo(START.plus(Duration.ofHours(1)));
    assertThat(world().now(daily).state().nextRun()).isEqualTo(Instant.parse("2026-03-03T04:00:00Z"));
    pass(Duration.ofHours(1));
    assertThat(harvests(hourly)).hasSize(2);
  }

  @Test
  default void clockPutBack_doesNotKeepASilentHarvestRunning() {
    world().clock.set(Instant.parse("2031-01-01T00:00:00Z"));
    String id = world().started(scheduled("by hand"));
    world().tell(Told.of(id, RUNNING).numbered(1L));
    world().clock.set(START);
    world().scheduler.tick();
    pass(Duration.ofMinutes(16));
    assertThat(world().state(id)).isEqualTo(LOST);
  }

  @Test
  default void cron_runsAtItsTimes() {
    Collection daily = scheduled("cron 30 4 * * * Europe/Vienna");
    world().scheduler.tick();
    assertThat(harvests(daily)).isEmpty();
    assertThat(world().now(daily).state().nextRun()).isEqualTo(Instant.parse("2026-03-03T03:30:00Z"));
    pass(Duration.ofDays(1));
    assertThat(harvests(daily)).hasSize(1);
  }

  @Test
  default void startAndEnd_boundTheSchedule_andTheEndStopsWhatRuns() {
    Schedule bounded = new Schedule(Timing.parse("every 1d"), START.plus(Duration.ofDays(2)),
        START.plus(Duration.ofDays(3).plusHours(1)));
    Collection collection = world().on(world().plan("twitter_search").withSchedule(bounded), "a");
    pass(Duration.ofDays(1));
    assertThat(harvests(collection)).isEmpty();
    pass(Duration.ofDays(1));
    assertThat(harvests(collection)).hasSize(1);
    complete(collection);
    pass(Duration.ofDays(1));
    assertThat(harvests(collection)).hasSize(2);
    assertThat(world().now(collection).state().nextRun()).isNull();
    world().sent.take();
    pass(Duration.ofHours(1));
    assertThat(world().now(collection).state().on()).isFalse();
    assertThat(harvests(collection).getFirst().state()).isEqualTo(STOP_REQUESTED);
    assertThat(world().sent.keys()).containsExactly("harvest.stop.twitter.twitter_search");
    assertThat(world().log(collection).getFirst().note()).isEqualTo("The end date has come");
    Refusal.of(Reason.CONFLICT, "ended",
        () -> world().run(t -> world().requester.turnOn(t, BY_ADA, collection.id())));
  }

  /** §4.7 (48). */
  @Test
  default void offCollection_isNotHarvested_andANewScheduleBeginsAnew() {
    Collection hourly = scheduled("every 1h");
    world().run(t -> world().requester.turnOff(t, BY_ADA, hourly.id(), Running.STOPS));
    pass(Duration.ofHours(5));
    assertThat(harvests(hourly)).isEmpty();
    world().run(t -> world().catalog.collections().change(t, BY_ADA, hourly.id(),
        hourly.plan().withSchedule(Schedule.of("every 1d"))));
    world().run(t -> world().requester.turnOn(t, BY_ADA, hourly.id()));
    world().scheduler.tick();
    assertThat(harvests(hourly)).hasSize(1);
    assertThat(world().now(hourly).state().nextRun()).isEqualTo(START.plus(Duration.ofHours(29)));
  }

  @Test
  default void harvestStillOpen_isSkippedAndTheNextTimeComes() {
    Collection hourly = scheduled("every 1h");
    world().scheduler.tick();
    pass(Duration.ofHours(1));
    assertThat(harvests(hourly)).extracting(Harvest::state).containsExactly(SKIPPED, HarvestState.REQUESTED);
    complete(hourly);
    pass(Duration.ofHours(1));
    assertThat(harvests(hourly)).hasSize(3);
    assertThat(world().sent.keys()).hasSize(2);
  }

  @Test
  default void scheduledHarvestThatCannotBe_saysWhy() {
    Collection hourly = scheduled("every 1h");
    Seed seed = world().read(r -> world().catalog.seeds().list(r, ADA, hourly.id(), null, 1, 0)).getFirst();
    world().run(t -> world().catalog.seeds().activate(t, BY_ADA, seed.id(), false));
    world().scheduler.tick();
    assertThat(world().now(hourly).state().refusal()).contains("0 active seeds");
    world().run(t -> world().catalog.seeds().activate(t, BY_ADA, seed.id(), true));
    pass(Duration.ofHours(1));
    assertThat(world().now(hourly).state().refusal()).isNull();
    assertThat(harvests(hourly)).hasSize(1);
  }

  @Test
  default void stream_beginsOnceAndAgainAfterItWasStopped() {
    Collection stream = world().on(world().plan("twitter_filter").withSchedule(Schedule.of("every 1h")), "a");
    world().scheduler.tick();
    pass(Duration.ofHours(3));
    assertThat(harvests(stream)).as("a stream has no schedule").hasSize(1);
    world().run(t -> world().requester.turnOff(t, BY_ADA, stream.id(), Running.STOPS));
    world().run(t -> world().requester.turnOn(t, BY_ADA, stream.id()));
    pass(Duration.ofMinutes(2));
    assertThat(harvests(stream)).as("the first is not over").hasSize(1);
    world().tell(harvests(stream).getFirst().id(), COMPLETED_SUCCESS);
    assertThat(world().now(stream).state().on()).as("somebody turned it on again").isTrue();
    pass(Duration.ofMinutes(2));
    assertThat(harvests(stream)).hasSize(2);
    world().tell(harvests(stream).getFirst().id(), COMPLETED_SUCCESS);
    assertThat(world().now(stream).state().on()).isFalse();
  }

  @Test
  default void twoSchedulers_fireOnce() throws Exception {
    List<Collection> all = List.of(scheduled("every 1h"), scheduled("every 1h"), scheduled("once"));
    List<Callable<Boolean>> schedulers = List.of(this::tickOfAnother, this::tickOfAnother, this::tickOfAnother);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Boolean> done : threads.invokeAll(schedulers)) {
        done.get();
      }
    }
    assertThat(world().sent.keys()).hasSize(3);
    assertThat(all).allMatch(collection -> harvests(collection).size() == 1);
  }

  private boolean tickOfAnother() {
    new HarvestScheduler(world().database, world().catalog, world().requester, SchedulerSettings.defaults()).tick();
    return true;
  }

  @Test
  default void silentHarvest_isLost_thenGivenUp_andTheNextBegins() {
    Collection daily = scheduled("every 1d");
    world().scheduler.tick();
    String first = harvests(daily).getFirst().id();
    world().tell(Told.of(first, RUNNING).numbered(1L));
    pass(Duration.ofMinutes(14));
    assertThat(world().state(first)).isEqualTo(RUNNING);
    pass(Duration.ofMinutes(2));
    assertThat(world().state(first)).isEqualTo(LOST);
    pass(Duration.ofDays(1));
    assertThat(harvests(daily).getFirst().state()).isEqualTo(SKIPPED);
    pass(Duration.ofHours(1));
    assertThat(world().state(first)).isEqualTo(VOIDED);
    pass(Duration.ofDays(1));
    assertThat(harvests(daily).getFirst().state()).isEqualTo(HarvestState.REQUESTED);
  }

  @Test
  default void harvesterOfOthers_hasMoreTime_andPausedIsNotLost() {
    String foreign = world().started(scheduled("by hand"));
    String paused = world().started(scheduled("by hand"));
    String unclaimed = world().started(scheduled("by hand"));
    world().tell(foreign, RUNNING);
    world().tell(Told.of(paused, PAUSED).numbered(1L));
    pass(Duration.ofMinutes(119));
    assertThat(world().state(foreign)).isEqualTo(RUNNING);
    pass(Duration.ofMinutes(2));
    assertThat(world().state(foreign)).isEqualTo(LOST);
    assertThat(world().state(paused)).isEqualTo(PAUSED);
    assertThat(world().state(unclaimed)).isEqualTo(HarvestState.REQUESTED);
    pass(Duration.ofDays(1));
    assertThat(world().state(unclaimed)).isEqualTo(LOST);
  }

  @Test
  default void stoppedHarvestThatWasLost_isToldToStopWhenItComesBack() {
    String id = world().started(scheduled("by hand"));
    world().tell(Told.of(id, RUNNING).numbered(1L));
    world().run(t -> world().requester.stop(t, BY_ADA, id));
    pass(Duration.ofMinutes(20));
    assertThat(world().state(id)).isEqualTo(LOST);
    world().sent.take();
    world().tell(Told.of(id, RUNNING).numbered(2L));
    assertThat(world().state(id)).isEqualTo(STOP_REQUESTED);
    assertThat(world().sent.keys()).containsExactly("harvest.stop.twitter.twitter_search");
  }

  @Test
  default void lostStream_isStartedAgainOnceItIsGivenUp() {
    Collection stream = world().on(world().plan("twitter_filter"), "a");
    world().scheduler.tick();
    world().tell(Told.of(harvests(stream).getFirst().id(), RUNNING).numbered(1L));
    pass(Duration.ofHours(1));
    pass(Duration.ofHours(25));
    pass(Duration.ofSeconds(1));
    assertThat(harvests(stream)).extracting(Harvest::state).containsExactly(HarvestState.REQUESTED, VOIDED);
  }
}
