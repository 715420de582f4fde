package io.nuthatch.harvest.catalog;

import static io.nuthatch.harvest.catalog.World.ADA;
import static io.nuthatch.harvest.catalog.World.BY_ADA;
import static io.nuthatch.harvest.catalog.World.CARL;
import static io.nuthatch.harvest.catalog.World.EVE;
import static io.nuthatch.harvest.catalog.World.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.harvest.catalog.CatalogException.Reason;
import io.nuthatch.harvest.catalog.CostForecast.Forecast;
import io.nuthatch.harvest.catalog.CostForecast.Limit;
import io.nuthatch.harvest.catalog.CostForecast.Line;
import io.nuthatch.harvest.catalog.PortableLists.Page;
import io.nuthatch.harvest.catalog.PortableLists.WarcQuery;
import io.nuthatch.harvest.catalog.PortableLists.Window;
import io.nuthatch.harvest.catalog.Warc.Content;
import io.nuthatch.harvest.catalog.Warc.Fixity;
import io.nuthatch.harvest.catalog.Warc.FixityResult;
import io.nuthatch.harvest.catalog.WarcStore.Range;
import io.nuthatch.model.message.WarcTotals;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What others read: the lists of §1.14, files and their checks, what a harvest will cost. */
interface ListsContract {

  World world();

  private String harvested(Collection collection, Instant started, String... files) {
    String id = world().started(collection);
    world().tell(Told.of(id, HarvestState.COMPLETED_SUCCESS).dated(started, started));
    for (String file : files) {
      world().run(t -> WarcStore.insert(t, new Warc(file, id, collection.id(), collection.type(), "/data/" + file,
          new Content("a".repeat(40), 10), started.plusSeconds(60), Fixity.UNCHECKED)));
    }
    return id;
  }

  private List<String> warcs(Viewer viewer, WarcQuery query) {
    return world().<Page<Warc>>read(r -> new PortableLists(world().catalog).warcs(r, viewer, query, Window.FIRST))
        .results().stream().map(Warc::id).toList();
  }

  @Test
  default void warcs_areListedByCollectionSeedAndDates_forWhoMaySeeThem() {
    Collection one = world().on(world().plan("twitter_user_timeline"), "a");
    Collection two = world().on(world().plan("twitter_user_timeline"), "b");
    Seed a = world().read(r -> world().catalog.seeds().list(r, ADA, one.id(), null, 1, 0)).getFirst();
    harvested(one, START, "w1");
    Seed late = world().seed(one.id(), "late");
    harvested(one, START.plus(Duration.ofDays(1)), "w2");
    world().run(t -> world().catalog.seeds().activate(t, BY_ADA, a.id(), false));
    harvested(one, START.plus(Duration.ofDays(2)), "w3");
    harvested(two, START.plus(Duration.ofDays(3)), "w4", "w5");
    assertThat(warcs(ADA, WarcQuery.all())).containsExactly("w1", "w2", "w3", "w4", "w5");
    assertThat(warcs(CARL, WarcQuery.all())).isEmpty();
    assertThat(warcs(ADA, new WarcQuery(two.id(), List.of(), Range.ALL, Range.ALL))).containsExactly("w4", "w5");
    assertThat(warcs(ADA, new WarcQuery(null, List.of(a.id()), Range.ALL, Range.ALL))).containsExactly("w1", "w2");
    assertThat(warcs(ADA, new WarcQuery(one.id(), List.of(late.id()), Range.ALL, Range.ALL)))
        .containsExactly("w2", "w3");
    assertThat(warcs(ADA, new WarcQuery(null, List.of(a.id(), late.id()), Range.ALL, Range.ALL)))
        .containsExactly("w1", "w2", "w3");
    assertThat(warcs(ADA, new WarcQuery(null, List.of(),
        new Range(START.plus(Duration.ofDays(1)), START.plus(Duration.ofDays(2))), Range.ALL)))
        .containsExactly("w2", "w3");
    assertThat(warcs(ADA, new WarcQuery(null, List.of(), Range.ALL, new Range(null, START.plusSeconds(60)))))
        .containsExactly("w1");
  }

  @Test
  default void warcs_comeInPages() {
    Collection one = world().on(world().plan("twitter_user_timeline"), "a");
    harvested(one, START, "w1", "w2", "w3");
    Page<Warc> page = world().read(
        r -> new PortableLists(world().catalog).warcs(r, ADA, WarcQuery.all(), new Window(1, 1)));
    assertThat(page.count()).isEqualTo(3);
    assertThat(page.results()).extracting(Warc::id).containsExactly("w2");
    Refusal.of(Reason.INVALID, "limit", () -> new Window(0, 0));
    Refusal.of(Reason.INVALID, "offset", () -> new Window(1, -1));
  }

  @Test
  default void collections_areListedBySetAndBeginningOfTheirId() {
    Collection one = world().on(world().plan("twitter_user_timeline"), "a");
    Collection two = world().collection(world().plan("flickr_user"));
    PortableLists lists = new PortableLists(world().catalog);
    Page<Collection> found = world().read(
        r -> lists.collections(r, ADA, one.id().substring(0, 20).toUpperCase(Locale.ROOT), null, Window.FIRST));
    assertThat(found.results())
        .extracting(Collection::id).containsExactly(one.id());
    assertThat(world().<Page<Collection>>read(r -> lists.collections(r, ADA, null, world().set, Window.FIRST))
        .results()).extracting(Collection::id).containsExactlyInAnyOrder(one.id(), two.id()).isSorted();
    assertThat(world().<Page<Collection>>read(r -> lists.collections(r, CARL, null, null, Window.FIRST)).count())
        .isZero();
    assertThat(world().<Page<Collection>>read(r -> lists.collections(r, EVE, "%", null, Window.FIRST)).count())
        .isZero();
  }

  @Test
  default void checkOfAFile_isKept_andARewrittenFileIsCheckedAnew() {
    Collection one = world().on(world().plan("twitter_user_timeline"), "a");
    harvested(one, START, "w1", "w2");
    WarcStore warcs = world().catalog.warcs();
    world().run(t -> warcs.checked(t, "w1", FixityResult.CHANGED, START.plusSeconds(99), "digest differs"));
    assertThat(world().<Warc>read(r -> warcs.get(r, ADA, "w1")).fixity())
        .isEqualTo(new Fixity(FixityResult.CHANGED, START.plusSeconds(99), "digest differs"));
    assertThat(world().list(r -> warcs.uncheckedSince(r, START.plusSeconds(99), 9))).extracting(Warc::id)
        .containsExactly("w2");
    assertThat(world().list(r -> warcs.uncheckedSince(r, START.plusSeconds(100), 9))).extracting(Warc::id)
        .containsExactly("w2", "w1");
    assertThat(world().list(r -> warcs.bad(r, ADA, 9))).extracting(Warc::id).containsExactly("w1");
    assertThat(world().list(r -> warcs.bad(r, CARL, 9))).isEmpty();
    assertThat(world().<Map<FixityResult, Long>>read(r -> warcs.byFixity(r, ADA)))
        .isEqualTo(Map.of(FixityResult.CHANGED, 1L, FixityResult.UNCHECKED, 1L));
    world().run(t -> warcs.rewritten(t, "/data/w1", "/data/w1-r1", new Content("b".repeat(40), 7)));
    assertThat(world().<Warc>read(r -> warcs.get(r, ADA, "w1")).content()).isEqualTo(new Content("b".repeat(40), 7));
    assertThat(world().<Warc>read(r -> warcs.get(r, ADA, "w1")).fixity()).isEqualTo(Fixity.UNCHECKED);
  }

  @Test
  default void cost_comesFromSeedsAndPastHarvests_againstTheKnownLimits() {
    Collection one = world().on(world().plan("twitter_user_timeline"), "a", "b");
    Limit limit = new Limit(2, Duration.ofMinutes(15));
    CostForecast forecast = new CostForecast(world().catalog,
        (platform, family) -> family.equals("/timeline") ? Optional.of(limit) : Optional.empty());
    assertThat(world().<Forecast>read(r -> forecast.of(r, ADA, one.id()))).isEqualTo(new Forecast(2, 200, false,
        List.of(new Line("/timeline", 6, Optional.of(limit), 3), new Line("/users", 2, Optional.empty(), 0)),
        Duration.ofMinutes(30)));
    for (long items : List.of(1000L, 2000L)) {
      String id = world().started(one);
      world().tell(Told.of(id, HarvestState.COMPLETED_SUCCESS)
          .counting(Map.of("2026-03-02", Map.of("tweets", items)), new WarcTotals(1, 1)));
    }
    Forecast measured = world().read(r -> forecast.of(r, ADA, one.id()));
    assertThat(measured.measured()).isTrue();
    assertThat(measured.itemsPerSeed()).isEqualTo(750);
    assertThat(measured.lines().getFirst().calls()).isEqualTo(16);
    Refusal.of(Reason.NOT_FOUND, one.id(), () -> world().read(r -> forecast.of(r, CARL, one.id())));
    Collection stream = world().collection(world().plan("twitter_filter"), "words");
    assertThat(world().<Forecast>read(r -> forecast.of(r, ADA, stream.id())).lines()).isEmpty();
  }
}
