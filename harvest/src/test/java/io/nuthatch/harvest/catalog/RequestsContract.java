package io.nuthatch.harvest.catalog;

import static io.nuthatch.harvest.catalog.World.ADA;
import static io.nuthatch.harvest.catalog.World.BY_ADA;
import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.database.DatabaseException;
import io.nuthatch.harvest.catalog.CatalogException.Reason;
import io.nuthatch.harvest.catalog.HarvestRequester.Outcome;
import io.nuthatch.harvest.catalog.HarvestRequester.Running;
import io.nuthatch.harvest.catalog.SentMessages.Sent;
import io.nuthatch.model.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** Asking for harvests and for their end: §4.7 (43-46), and what must not be sent. */
interface RequestsContract {

  World world();

  private List<Harvest> harvests(Collection collection) {
    return world().read(r -> world().catalog.harvests().list(r, ADA,
        HarvestStore.Filter.ofCollection(collection.id()), Long.MAX_VALUE, 10));
  }

  /** §4.7 (43). */
  @Test
  default void start_hasEveryFieldOfTheSpecification() {
    Collection collection = world().collection(world().plan("flickr_user").withOptions(
        Map.of("sizes", Json.tree("[\"Thumbnail\", \"Original\"]"))));
    Seed both = world().write(t -> world().catalog.seeds().add(t, BY_ADA, collection.id(), "justin.littman",
        "131866249@N02"));
    world().clock.advance(Duration.ofSeconds(1));
    Seed token = world().seed(collection.id(), "library_of_congress");
    Seed off = world().seed(collection.id(), "off");
    world().run(t -> world().catalog.seeds().activate(t, BY_ADA, off.id(), false));
    world().run(t -> world().requester.turnOn(t, BY_ADA, collection.id()));
    String id = world().started(collection);
    Sent sent = world().sent.take().getFirst();
    assertThat(sent.key()).isEqualTo("harvest.start.flickr.flickr_user");
    assertThat(sent.body()).isEqualTo(Json.tree("""
        {"id": "%s", "type": "flickr_user", "path": "/data/%s/%s",
         "seeds": [{"id": "%s", "token": "justin.littman", "uid": "131866249@N02"},
                   {"id": "%s", "token": "library_of_congress"}],
         "options": {"sizes": ["Thumbnail", "Original"]},
         "credentials": {"id": "%s"},
         "collection_set": {"id": "%s"}, "collection": {"id": "%s"}}""".formatted(id, world().set, collection.id(),
        both.id(), token.id(), world().credential("flickr"), world().set, collection.id())));
    assertThat(world().harvest(id).state()).isEqualTo(HarvestState.REQUESTED);
    assertThat(world().harvest(id).changeId()).isPositive();
  }

  @Test
  default void tokensThatAreJson_areObjects_andOptionsAreAtTheirStandard() {
    Collection collection = world().on(world().plan("twitter_search"), "{\"query\": \"gwu\", \"geocode\": \"1,2,3km\"}",
        "plain", "{not json");
    world().started(collection);
    Sent sent = world().sent.take().getFirst();
    assertThat(sent.key()).isEqualTo("harvest.start.twitter.twitter_search");
    assertThat(sent.body().path("seeds")).extracting(seed -> seed.path("token")).containsExactlyInAnyOrder(
        Json.tree("{\"query\": \"gwu\", \"geocode\": \"1,2,3km\"}"), Json.tree("\"plain\""),
        Json.tree("\"{not json\""));
    assertThat(sent.body().path("options").path("incremental").asBoolean()).isTrue();
  }

  @Test
  default void credentials_goOutInPlainOnlyWhereASettingSaysSo() {
    HarvestRequester plain = world().requester(RequesterSettings.defaults().withPlainPlatforms(Set.of("flickr")));
    Collection photos = world().on(world().plan("flickr_user"), "a");
    Collection tweets = world().on(world().plan("twitter_search"), "a");
    world().run(t -> plain.request(t, ADA, photos.id()));
    world().run(t -> plain.request(t, ADA, tweets.id()));
    List<Sent> sent = world().sent.take();
    assertThat(sent.get(0).body().path("credentials")).isEqualTo(Json.tree("{\"key\": \"k1\", \"secret\": \"s1\"}"));
    assertThat(sent.get(1).body().path("credentials").propertyNames()).containsExactly("id");
  }

  /** §4.7 (44). */
  @Test
  default void offMissingOrWithTheWrongSeeds_sendsNothingAndSaysWhy() {
    Collection off = world().collection(world().plan("twitter_search"), "a");
    refused(off.id(), "is off");
    refused("nowhere", "no collection");
    Collection on = world().on(world().plan("twitter_search"), "a");
    Seed seed = world().read(r -> world().catalog.seeds().list(r, ADA, on.id(), true, 9, 0)).getFirst();
    world().run(t -> world().catalog.seeds().activate(t, BY_ADA, seed.id(), false));
    refused(on.id(), "has 0 active seeds");
    for (int i = 0; i < 11; i++) {
      world().seed(on.id(), "q" + i);
    }
    refused(on.id(), "want between 1 and 10");
    Refusal.of(Reason.CONFLICT, "has 0 active seeds", () -> world().on(world().plan("flickr_user")));
    Refusal.of(Reason.CONFLICT, "no credential",
        () -> world().on(world().plan("flickr_user").withCredential(null), "a"));
    Refusal.of(Reason.CONFLICT, "not offered any more", () -> world().on(world().plan("twitter_sample")));
    assertThat(world().sent.take()).isEmpty();
    assertThat(harvests(on)).isEmpty();
  }

  private void refused(String collectionId, String reason) {
    assertThat(world().request(collectionId)).isInstanceOfSatisfying(Outcome.Refused.class,
        refused -> assertThat(refused.reason()).contains(reason));
  }

  /** §4.7 (44). */
  @Test
  default void whileTheLastIsOpen_aRequestIsSkipped_andAfterVoidItIsSent() {
    Collection collection = world().on(world().plan("twitter_search"), "a");
    String first = world().started(collection);
    assertThat(world().request(collection.id())).isInstanceOfSatisfying(Outcome.Skipped.class,
        skipped -> assertThat(skipped.reason()).contains(first).contains("requested"));
    assertThat(harvests(collection)).extracting(Harvest::state)
        .containsExactly(HarvestState.SKIPPED, HarvestState.REQUESTED);
    assertThat(world().sent.keys()).hasSize(1);
    world().run(t -> world().requester.voidHarvest(t, Edit.by(ADA, "gone"), first));
    assertThat(world().sent.keys()).containsExactly("harvest.stop.twitter.twitter_search");
    world().started(collection);
    assertThat(world().sent.keys()).containsExactly("harvest.start.twitter.twitter_search");
    Refusal.of(Reason.CONFLICT, "is over: voided",
        () -> world().run(t -> world().requester.voidHarvest(t, BY_ADA, first)));
    assertThat(world().list(r -> world().catalog.harvests().remarks(r, ADA, first)))
        .extracting(Harvest.Remark::message).containsExactly("voided by ada: gone");
  }

  /** §4.7 (45). */
  @Test
  default void frequentHarvestsOfSomeTypes_havePriority() {
    assertThat(keyOf("twitter_search", "every 60m")).endsWith("twitter_search.priority");
    assertThat(keyOf("twitter_search", "every 61m")).endsWith("twitter_search");
    assertThat(keyOf("twitter_user_timeline", "cron */30 * * * *")).endsWith(".priority");
    assertThat(keyOf("twitter_user_timeline", "cron 0 4 * * *")).endsWith("twitter_user_timeline");
    assertThat(keyOf("flickr_user", "every 30m")).endsWith("flickr_user");
    assertThat(keyOf("twitter_search", "once")).endsWith("twitter_search");
    assertThat(keyOf("web", "every 5m")).isEqualTo("harvest.start.web");
  }

  private String keyOf(String type, String timing) {
    world().started(world().on(world().plan(type).withSchedule(Schedule.of(timing)), "a"));
    return world().sent.keys().getFirst();
  }

  /** §4.7 (46). */
  @Test
  default void stop_isAMessageWithTheId_forCallsAndStreams() {
    for (String type : List.of("twitter_filter", "twitter_search")) {
      Collection collection = world().on(world().plan(type), "a");
      String id = world().started(collection);
      world().sent.take();
      Harvest stopped = world().write(t -> world().requester.stop(t, BY_ADA, id));
      assertThat(stopped.state()).isEqualTo(HarvestState.STOP_REQUESTED);
      assertThat(world().harvest(id).times().stopRequested()).isEqualTo(World.START);
      assertThat(world().sent.take())
          .containsExactly(new Sent("harvest.stop.twitter." + type, Json.tree("{\"id\": \"" + id + "\"}")));
    }
  }

  /** §4.7 (48). */
  @Test
  default void turningOff_stopsWhatRuns_unlessItMayFinish() {
    Collection stream = world().on(world().plan("twitter_filter"), "a");
    Collection calls = world().on(world().plan("twitter_search"), "a");
    String first = world().started(stream);
    String second = world().started(calls);
    world().sent.take();
    world().run(t -> world().requester.turnOff(t, BY_ADA, calls.id(), Running.MAY_FINISH));
    assertThat(world().harvest(second).state()).isEqualTo(HarvestState.REQUESTED);
    world().run(t -> world().requester.turnOff(t, BY_ADA, stream.id(), Running.MAY_FINISH));
    assertThat(world().harvest(first).state()).isEqualTo(HarvestState.STOP_REQUESTED);
    world().run(t -> world().requester.turnOn(t, BY_ADA, calls.id()));
    world().run(t -> world().requester.turnOff(t, BY_ADA, calls.id(), Running.STOPS));
    assertThat(world().sent.keys())
        .containsExactly("harvest.stop.twitter.twitter_filter", "harvest.stop.twitter.twitter_search");
    assertThat(world().now(calls).state()).isEqualTo(new Collection.State(false, true, null, null));
  }

  @Test
  default void requestsAtTheSameTime_openOneHarvest() throws Exception {
    Collection collection = world().on(world().plan("twitter_search"), "a");
    List<Callable<Outcome>> callers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      callers.add(() -> world().request(collection.id()));
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Outcome> outcomes = new ArrayList<>();
      for (Future<Outcome> outcome : threads.invokeAll(callers)) {
        outcomes.add(outcome.get());
      }
      assertThat(outcomes).filteredOn(Outcome.Sent.class::isInstance).hasSize(1);
    }
    assertThat(world().sent.keys()).hasSize(1);
  }

  @Test
  default void secondOpenHarvest_isRefusedByTheDatabase() {
    Collection collection = world().on(world().plan("twitter_search"), "a");
    Harvest open = world().harvest(world().started(collection));
    Assertions.assertThatExceptionOfType(DatabaseException.class).isThrownBy(() -> world().run(
        t -> HarvestStore.insert(t, new Harvest(0, "other", collection.id(), null, collection.type(),
            HarvestState.RUNNING, "x", 0, open.times(), open.figures()))));
  }

  @Test
  default void failedTransaction_sendsNothing() {
    Collection collection = world().on(world().plan("twitter_search"), "a");
    Assertions.assertThatIllegalStateException().isThrownBy(() -> world().run(t -> {
      world().requester.request(t, ADA, collection.id());
      throw new IllegalStateException("changed my mind");
    }));
    assertThat(world().sent.take()).isEmpty();
    assertThat(harvests(collection)).isEmpty();
  }
}
