package io.nuthatch.harvest.catalog;

import static io.nuthatch.harvest.catalog.World.ADA;
import static io.nuthatch.harvest.catalog.World.BY_ADA;
import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.harvest.catalog.CatalogException.Reason;
import io.nuthatch.harvest.catalog.HarvestRequester.Running;
import io.nuthatch.harvest.catalog.SeedLine.Outcome;
import io.nuthatch.harvest.catalog.SeedLine.Result;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Seeds one by one and in bulk. */
interface SeedsContract {

  World world();

  private SeedStore seeds() {
    return world().catalog.seeds();
  }

  private Collection timelines() {
    return world().collection(world().plan("twitter_user_timeline"));
  }

  @Test
  default void seed_isMadeProperByItsType() {
    Collection collection = timelines();
    Seed seed = world().write(t -> seeds().add(t, BY_ADA, collection.id(), " @Nuthatch ", " 12 "));
    assertThat(seed.token()).isEqualTo("Nuthatch");
    assertThat(seed.uid()).isEqualTo("12");
    assertThat(seed.id()).matches("[0-9a-f]{32}");
    assertThat(world().<Seed>read(r -> seeds().get(r, ADA, seed.id()))).isEqualTo(seed);
    Refusal.of(Reason.INVALID, "blank in it", () -> world().seed(collection.id(), "two words"));
    Refusal.of(Reason.INVALID, "a token or a uid", () -> world().seed(collection.id(), "  "));
    Collection sample = world().collection(world().plan("twitter_sample"));
    Refusal.of(Reason.INVALID, "have no seeds", () -> world().seed(sample.id(), "x"));
  }

  @Test
  default void sameSeedInOtherCase_isADuplicate() {
    Collection collection = timelines();
    Seed first = world().write(t -> seeds().add(t, BY_ADA, collection.id(), "Nuthatch", "7a"));
    Refusal.of(Reason.CONFLICT, "already", () -> world().seed(collection.id(), "NUTHATCH"));
    Refusal.of(Reason.CONFLICT, "already",
        () -> world().run(t -> seeds().add(t, BY_ADA, collection.id(), null, "7A")));
    Seed second = world().seed(collection.id(), "Treecreeper");
    Refusal.of(Reason.CONFLICT, "already",
        () -> world().run(t -> seeds().change(t, BY_ADA, second.id(), "nutHATCH", null)));
    world().run(t -> seeds().change(t, BY_ADA, first.id(), "NUTHATCH", "7a"));
    world().seed(timelines().id(), "Nuthatch");
  }

  @Test
  default void lines_areAddedSkippedOrRefused_eachWithItsReason() {
    Collection collection = timelines();
    world().seed(collection.id(), "there");
    List<Result> results = world().write(t -> seeds().addAll(t, Edit.by(ADA, "from a list"), collection.id(),
        SeedText.pasted("@one\n\n  two \r\nOne\ntwo words\nTHERE\n", false)));
    assertThat(results).extracting(r -> r.line().number() + " " + r.outcome())
        .containsExactly("1 ADDED", "3 ADDED", "4 DUPLICATE", "5 REFUSED", "6 DUPLICATE");
    assertThat(results.get(2).reason()).contains("One");
    assertThat(results.get(3).reason()).contains("blank");
    assertThat(world().list(r -> seeds().list(r, ADA, collection.id(), true, 10, 0))).extracting(Seed::token)
        .containsExactly("one", "there", "two");
    assertThat(world().list(r -> world().catalog.history().ofCollection(r, ADA, collection.id(), Long.MAX_VALUE, 9)))
        .filteredOn(change -> change.note().equals("from a list")).hasSize(2);
  }

  @Test
  default void csv_comesBackAsItWasDownloaded() {
    Collection from = timelines();
    world().run(t -> seeds().addAll(t, BY_ADA, from.id(),
        SeedText.csv("\uFEFFLink,UID,token\nx,5,a\nx,,\"b\"\n,6\n,,\n")));
    List<Seed> made = world().read(r -> seeds().list(r, ADA, from.id(), true, 10, 0));
    assertThat(made).extracting(seed -> seed.token() + " " + seed.uid()).containsExactly("null 6", "a 5", "b null");
    Collection to = timelines();
    List<Result> again = world().write(t -> seeds().addAll(t, BY_ADA, to.id(), SeedText.csv(SeedText.csv(made))));
    assertThat(again).extracting(Result::outcome).containsOnly(Outcome.ADDED).hasSize(3);
    Refusal.of(Reason.INVALID, "names the columns", () -> SeedText.csv("name\nx\n"));
    Refusal.of(Reason.INVALID, "CSV", () -> SeedText.csv("token\n\"x"));
  }

  @Test
  default void activeSeeds_areThoseOfTheNextHarvest_andEachHarvestKnowsItsOwn() {
    Collection collection = world().on(world().plan("twitter_user_timeline"), "a", "b");
    Seed a = world().read(r -> seeds().list(r, ADA, collection.id(), true, 10, 0)).getFirst();
    String first = world().started(collection);
    world().run(t -> seeds().activate(t, BY_ADA, a.id(), false));
    world().seed(collection.id(), "c");
    world().run(t -> world().requester.voidHarvest(t, BY_ADA, first));
    String second = world().started(collection);
    world().run(t -> seeds().activate(t, BY_ADA, a.id(), true));
    assertThat(world().list(r -> world().catalog.harvests().seeds(r, ADA, first))).extracting(Seed::token)
        .containsExactly("a", "b");
    assertThat(world().list(r -> world().catalog.harvests().seeds(r, ADA, second))).extracting(Seed::token)
        .containsExactly("b", "c");
    assertThat(world().<Long>read(r -> seeds().count(r, ADA, collection.id(), true))).isEqualTo(3);
  }

  @Test
  default void seedsOfAStream_changeWhileItIsOffOnly() {
    Collection stream = world().on(world().plan("twitter_filter"), "{\"track\": \"nuthatch\"}");
    Seed seed = world().read(r -> seeds().list(r, ADA, stream.id(), true, 10, 0)).getFirst();
    Refusal.of(Reason.CONFLICT, "turn it off", () -> world().run(t -> seeds().activate(t, BY_ADA, seed.id(), false)));
    world().run(t -> world().requester.turnOff(t, BY_ADA, stream.id(), Running.STOPS));
    world().run(t -> seeds().activate(t, BY_ADA, seed.id(), false));
  }
}
