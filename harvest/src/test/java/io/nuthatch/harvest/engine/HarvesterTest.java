package io.nuthatch.harvest.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.nuthatch.harvest.HarvestException;
import io.nuthatch.model.Json;
import io.nuthatch.model.NuthatchException.Kind;
import io.nuthatch.model.PostSink;
import io.nuthatch.model.message.HarvestStart;
import io.nuthatch.model.message.HarvestStatus;
import io.nuthatch.model.message.Note;
import io.nuthatch.queue.Delivery;
import io.nuthatch.queue.Message;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;

class HarvesterTest {

  @TempDir
  Path directory;

  private final MemoryPosts posts = new MemoryPosts();
  private ToyPlatform platform;
  private TestNode node;

  @BeforeEach
  void open() {
    platform = new ToyPlatform();
    platform.publish("birds", 1, 100);
    node = TestNode.start(directory, platform, posts);
  }

  @AfterEach
  void close() {
    node.close();
    platform.close();
  }

  private static Long[] numbers(long from, long to) {
    return LongStream.rangeClosed(from, to).boxed().toArray(Long[]::new);
  }

  private void restart(PostSink sink) {
    node.close();
    node = TestNode.start(directory, platform, sink);
  }

  private static List<String> codes(List<Note> notes) {
    return notes.stream().map(Note::code).toList();
  }

  private long rows(String table) {
    return node.base.database().read(reading -> reading.number("SELECT count(*) FROM " + table));
  }

  private HarvestStatus search(String id) {
    return node.harvest(TestNode.order(id, "toy_search", "birds"));
  }

  @Test
  void cleanSearch_isArchivedWhole_andEndsInSuccess() {
    HarvestStatus last = search("h1");
    assertThat(last.status()).isEqualTo(HarvestStatus.SUCCESS);
    assertThat(node.archived().keySet()).containsExactly(numbers(1, 100));
    assertThat(posts.size()).isEqualTo(100);
    assertThat(last.errors()).isEmpty();
    assertThat(last.warnings()).isEmpty();
    assertThat(last.stats().values()).containsExactly(Map.of("tweets", 100L));
    assertThat(node.harvester.active()).isEmpty();
  }

  @Test
  void statuses_beginWithRunning_growAndEndOnce() {
    search("h1");
    List<HarvestStatus> statuses = node.statuses("h1");
    HarvestStatus first = statuses.getFirst();
    assertThat(first.status()).isEqualTo(HarvestStatus.RUNNING);
    assertThat(first.stats()).isEmpty();
    assertThat(first.dateEnded()).isNull();
    assertThat(Objects.requireNonNull(first.warcs()).count()).isZero();
    assertThat(first.service() + first.host() + first.instance()).isEqualTo("Toy Harvesterhere1");
    assertThat(statuses).extracting(HarvestStatus::sequence).doesNotHaveDuplicates().isSorted();
    assertThat(statuses).filteredOn(status -> status.dateEnded() != null).hasSize(1);
    assertThat(statuses.getLast().dateStarted()).isEqualTo(first.dateStarted());
  }

  @Test
  void warcCreated_tellsPathSizeDigestAndOrigin() {
    HarvestStatus last = search("h1");
    JsonNode created = node.heard("warc_created").getFirst();
    Path file = Path.of(created.path("warc").path("path").asString());
    assertThat(file.toFile()).hasSize(created.path("warc").path("bytes").asLong());
    assertThat(created.path("warc").path("sha1").asString()).isEqualTo(Leftovers.describe(file).sha1());
    assertThat(created.path("warc").path("id").asString()).isEqualTo(Leftovers.describe(file).id()).hasSize(32);
    assertThat(created.path("harvest").path("id").asString()).isEqualTo("h1");
    assertThat(created.path("harvest").path("type").asString()).isEqualTo("toy_search");
    assertThat(created.path("collection").path("id").asString()).isEqualTo(TestNode.COLLECTION);
    assertThat(file.toString())
        .matches(".*/collection_set/set/c0ffee/\\d{4}/\\d\\d/\\d\\d/\\d\\d/h1-\\d{17}-.*\\.warc\\.gz");
    assertThat(Objects.requireNonNull(last.warcs()).count()).isEqualTo(1);
    assertThat(Objects.requireNonNull(last.warcs()).bytes()).isEqualTo(created.path("warc").path("bytes").asLong());
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "UNAUTHORIZED")
  void passingFault_isTriedAgain_andNothingIsLost(ToyPlatform.Fault fault) {
    platform.fail("max_id=60", fault, 2);
    assertThat(search("h1").status()).isEqualTo(HarvestStatus.SUCCESS);
    assertThat(node.archived().keySet()).containsExactly(numbers(1, 100));
    assertThat(node.harvester.gaps(TestNode.COLLECTION)).extracting(Gap::state).doesNotContain(Gap.State.OPEN);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "TOO_MANY")
  void lastingFault_neverEndsInSuccess_andTheNextHarvestClosesTheGap(ToyPlatform.Fault fault) {
    // A connection that was kept alive and found dead is no failure yet: the client calls once more by itself.
    platform.fail("max_id=60", fault, fault == ToyPlatform.Fault.HANG_UP ? 4 : 3);
    HarvestStatus first = search("h1");
    assertThat(first.status()).isEqualTo(HarvestStatus.FAILURE);
    assertThat(first.errors()).isNotEmpty();
    Gap gap = node.harvester.gaps(TestNode.COLLECTION).getFirst();
    assertThat(gap.state()).isEqualTo(Gap.State.OPEN);
    assertThat(gap.downFrom()).isEqualTo("61");
    platform.publish("birds", 101, 130);
    HarvestStatus second = search("h2");
    if (fault == ToyPlatform.Fault.UNAUTHORIZED) {
      assertThat(codes(first.errors())).containsExactly("harvest_Unauthorized");
      second = search("h3");
    }
    assertThat(search("h4").status()).isEqualTo(HarvestStatus.SUCCESS);
    assertThat(node.archived().keySet()).containsExactly(numbers(1, 130));
    assertThat(second.stats()).isNotNull();
    assertThat(node.harvester.gaps(TestNode.COLLECTION)).extracting(Gap::state).doesNotContain(Gap.State.OPEN);
  }

  @Test
  void seedThatFails_doesNotHoldUpTheOthers() {
    platform.publish("bees", 1001, 1020);
    platform.fail("q=birds", ToyPlatform.Fault.UNAVAILABLE, 1000);
    HarvestStatus last = node.harvest(TestNode.order("h1", "toy_search", "birds", "bees"));
    assertThat(last.status()).isEqualTo(HarvestStatus.FAILURE);
    assertThat(last.errors()).extracting(Note::seedId).containsExactly("seed-birds");
    assertThat(node.archived().keySet()).containsExactly(numbers(1001, 1020));
  }

  @Test
  void nodeThatIsClosed_pausesAtAPage_andTheNextOneGoesOn() {
    AtomicInteger requests = new AtomicInteger();
    platform.before(() -> {
      if (requests.incrementAndGet() == 5) {
        Thread.ofVirtual().start(node.harvester::close);
        await().until(() -> node.base.bus().consumers("nuthatch_harvester") == 0);
      }
    });
    node.ask(TestNode.order("h1", "toy_search", "birds"));
    await().until(() -> node.statuses("h1").stream().anyMatch(one -> one.status().equals(HarvestStatus.PAUSED)));
    assertThat(node.archived().keySet()).doesNotContain(1L);
    restart(posts);
    HarvestStatus last = node.awaitEnd("h1");
    assertThat(last.status()).isEqualTo(HarvestStatus.SUCCESS);
    assertThat(codes(last.infos())).contains("harvest_resumed");
    assertThat(last.stats().values()).containsExactly(Map.of("tweets", 100L));
    assertThat(node.archived()).allSatisfy((_, times) -> assertThat(times).isEqualTo(1)).hasSize(100);
  }

  @Test
  void stopInTheMiddle_endsTheHarvest_andTheNextOneGetsTheRest() {
    AtomicInteger requests = new AtomicInteger();
    platform.before(() -> {
      if (requests.incrementAndGet() == 4) {
        node.askToStop("h1");
        await().until(() -> rows("run_stops") > 0);
      }
    });
    HarvestStatus last = search("h1");
    assertThat(last.status()).isEqualTo(HarvestStatus.SUCCESS);
    assertThat(codes(last.warnings())).containsExactly("harvest_stopped");
    assertThat(node.statuses("h1")).extracting(HarvestStatus::status).contains(HarvestStatus.STOPPING);
    assertThat(node.archived()).hasSizeLessThan(60);
    assertThat(search("h2").status()).isEqualTo(HarvestStatus.SUCCESS);
    assertThat(node.archived().keySet()).containsExactly(numbers(1, 100));
  }

  @Test
  void stopBeforeTheStart_isNotForgotten() {
    node.askToStop("h1");
    await().until(() -> rows("run_stops") > 0);
    HarvestStatus last = search("h1");
    assertThat(codes(last.warnings())).containsExactly("harvest_stopped");
    assertThat(node.archived()).isEmpty();
  }

  @Test
  void contentStoreThatBreaks_endsInFailure_andHoldsUpNobody() {
    AtomicBoolean broken = new AtomicBoolean(true);
    restart((found, sighting) -> {
      if (broken.get()) {
        throw new HarvestException(Kind.BROKEN, "a post that nobody can read", null);
      }
      return posts.keep(found, sighting);
    });
    HarvestStatus last = search("h1");
    assertThat(last.status()).isEqualTo(HarvestStatus.FAILURE);
    assertThat(codes(last.errors())).contains("unknown_error");
    broken.set(false);
    assertThat(search("h2").status()).isEqualTo(HarvestStatus.SUCCESS);
    assertThat(posts.size()).isEqualTo(100);
  }

  @Test
  void unknownType_isADeadLetter_andAFailedHarvest() {
    HarvestStatus last = node.harvest(TestNode.order("h1", "toy_dance", "birds"));
    assertThat(last.status()).isEqualTo(HarvestStatus.FAILURE);
    assertThat(codes(last.errors())).containsExactly("unknown_type");
    Delivery dead = deadLetter();
    assertThat(dead.reason()).contains("toy_dance");
  }

  private Delivery deadLetter() {
    await().until(() -> node.base.bus().depth("nuthatch_harvester.dead") > 0);
    return node.base.bus().get("nuthatch_harvester.dead", 1).getFirst();
  }

  @Test
  void messageThatIsNoJson_isADeadLetter() {
    node.base.bus().publish(Message.of("harvest.start.toy.toy_search", "{\"id\": \"h1\", "));
    assertThat(deadLetter().reason()).contains("bad_message");
  }

  @Test
  void messageWithFieldsOfTheWrongKind_isAFailedHarvest_withoutItsSecrets() {
    node.base.bus().publish(Message.of("harvest.start.toy.toy_search",
        "{\"id\": \"h1\", \"type\": \"toy_search\", \"seeds\": \"" + TestNode.SECRET + "\"}"));
    HarvestStatus last = node.awaitEnd("h1");
    assertThat(codes(last.errors())).containsExactly("bad_message");
    assertThat(last.toString()).doesNotContain(TestNode.SECRET);
  }

  @Test
  void pathOutsideOfTheArchive_isRefused() {
    HarvestStart order = TestNode.order("h1", "toy_search", "birds");
    for (String path : List.of("../elsewhere", "/etc", "a/../../b")) {
      String id = "h" + path.length();
      HarvestStatus last = node.harvest(new HarvestStart(id, null, order.type(), path, order.seeds(), Map.of(),
          order.credentials(), order.collectionSet(), order.collection()));
      assertThat(codes(last.errors())).as(path).containsExactly("bad_path");
    }
    assertThat(platform.requests()).isEmpty();
  }

  @Test
  void messageOfAnotherProgram_withMoreAndLessThanWeSend_isFollowed() {
    String path = node.root.resolve("collections/x/y").toString();
    node.base.bus().publish(Message.of("harvest.start.toy.toy_search.priority", """
        {"id": "sfmui:45", "type": "toy_search", "path": "%s", "new_field": {"a": [1]},
         "seeds": [{"token": "birds"}], "credentials": {"token": "%s"}}""".formatted(path, TestNode.SECRET)));
    HarvestStatus last = node.awaitEnd("sfmui:45");
    assertThat(last.status()).isEqualTo(HarvestStatus.SUCCESS);
    assertThat(node.heard("harvest.status.toy.toy_search.priority")).isNotEmpty();
    assertThat(TestNode.files(Path.of(path), ".warc.gz")).hasSize(1);
  }

  @Test
  void credentialNamedByItsId_isLookedUp() {
    HarvestStart order = TestNode.order("h1", "toy_search", "birds");
    for (Map.Entry<String, String> one : Map.of("known", HarvestStatus.SUCCESS, "other", HarvestStatus.FAILURE)
        .entrySet()) {
      HarvestStatus last = node.harvest(new HarvestStart(one.getKey(), null, order.type(), null, order.seeds(),
          Map.of(), Map.of("id", one.getKey()), order.collectionSet(), order.collection()));
      assertThat(last.status()).isEqualTo(one.getValue());
    }
    assertThat(codes(node.awaitEnd("other").errors())).containsExactly("bad_credentials");
  }

  @Test
  void accounts_areNamed_andThoseNotFoundAreWarnedOf() {
    platform.account("ann", "12");
    platform.publish("12", 501, 505);
    HarvestStatus last = node.harvest(TestNode.order("h1", "toy_timeline", "nobody", "ann"));
    assertThat(last.status()).isEqualTo(HarvestStatus.SUCCESS);
    assertThat(last.warnings()).containsExactly(
        new Note("token_not_found", "there is nobody of this name", "seed-nobody"));
    assertThat(node.archived().keySet()).containsExactly(numbers(501, 505));
    List<HarvestStatus> naming = node.statuses("h1").stream().filter(status -> !status.uids().isEmpty()).toList();
    assertThat(naming).hasSize(1);
    assertThat(naming.getFirst().uids()).isEqualTo(Map.of("seed-ann", "12"));
    assertThat(last.uids()).isEmpty();
  }

  @Test
  void nextHarvest_asksOnlyForWhatIsNew() {
    search("h1");
    int before = platform.requests().size();
    platform.publish("birds", 101, 103);
    HarvestStatus last = search("h2");
    assertThat(platform.requests().subList(before, platform.requests().size())).hasSize(2)
        .allMatch(line -> line.contains("since_id=100"));
    assertThat(last.stats().values()).containsExactly(Map.of("tweets", 3L));
    search("h3");
    assertThat(node.archived()).allSatisfy((_, times) -> assertThat(times).isEqualTo(1)).hasSize(103);
  }

  @Test
  void harvestThatIsNotIncremental_takesEverything_andLeavesNoMark() {
    for (String id : List.of("h1", "h2")) {
      HarvestStatus last = node
          .harvest(TestNode.order(id, "toy_search", Map.of("incremental", BooleanNode.FALSE), "birds"));
      assertThat(last.stats().values()).containsExactly(Map.of("tweets", 100L));
    }
    assertThat(rows("marks")).isZero();
    assertThat(node.archived()).allSatisfy((_, times) -> assertThat(times).isEqualTo(2)).hasSize(100);
  }

  @Test
  void linksOfPosts_areAskedForOnce_whenTheCollectionWantsThem() {
    node.base.bus().declare(io.nuthatch.queue.QueueDeclaration.of("web", "harvest.start.web"));
    search("without");
    node.harvest(TestNode.order("with", "toy_search",
        Map.of("incremental", BooleanNode.FALSE, "web_resources", BooleanNode.TRUE), "birds"));
    await().until(() -> node.base.bus().depth("web") > 0);
    List<HarvestStart> starts = node.base.bus().get("web", 10).stream()
        .map(delivery -> Json.read(delivery.message().body(), HarvestStart.class)).toList();
    assertThat(starts).hasSize(1);
    assertThat(starts.getFirst().parentId()).isEqualTo("with");
    assertThat(starts.getFirst().type()).isEqualTo("web");
    assertThat(starts.getFirst().seeds()).hasSize(51).extracting(seed -> seed.tokenText())
        .contains("https://example.org/0", "https://example.org/50").doesNotHaveDuplicates();
  }

  @Test
  void fullWarc_isFollowedByAnother_andEachIsTold() {
    node.close();
    HarvesterSettings small = TestNode.quick(platform.url())
        .with(new HarvesterSettings.Cuts(4_000, Duration.ofMinutes(30), 1024, Duration.ofMillis(200)));
    node = TestNode.start(TestNode.Base.embedded(directory), directory, small, List.of(new ToyAdapter()), posts);
    HarvestStatus last = search("h1");
    List<Path> files = TestNode.files(node.root, ".warc.gz");
    assertThat(files).hasSizeGreaterThan(2);
    await().until(() -> node.heard("warc_created").size() == files.size());
    assertThat(Objects.requireNonNull(last.warcs()).count()).isEqualTo(files.size());
    assertThat(Objects.requireNonNull(last.warcs()).bytes())
        .isEqualTo(files.stream().mapToLong(file -> file.toFile().length()).sum());
    assertThat(node.archived()).allSatisfy((_, times) -> assertThat(times).isEqualTo(1)).hasSize(100);
  }

  @Test
  void messageDeliveredTwice_isOneHarvest() {
    HarvestStart order = TestNode.order("h1", "toy_search", "birds");
    node.ask(order);
    node.ask(order);
    node.awaitEnd("h1");
    node.ask(order);
    search("h2");
    assertThat(node.archived()).allSatisfy((_, times) -> assertThat(times).isEqualTo(1)).hasSize(100);
    assertThat(node.statuses("h1")).filteredOn(status -> status.dateEnded() != null).hasSize(1);
  }

  @Test
  void quotaThatIsSpent_isWaitedFor_andStopEndsTheWait() {
    platform.quota(3);
    node.ask(TestNode.order("h1", "toy_search", "birds"));
    await().until(() -> platform.requests().size() == 3 && node.harvester.quotas().getFirst().waiting() == 1);
    await().until(() -> node.statuses("h1").size() >= 2);
    node.askToStop("h1");
    assertThat(codes(node.awaitEnd("h1").warnings())).containsExactly("harvest_stopped");
    assertThat(platform.requests()).hasSize(3);
    assertThat(node.archived()).hasSize(30);
  }

  @Test
  void typeThatIsSwitchedOff_isLeftToOthers() {
    node.close();
    HarvesterSettings less = TestNode.quick(platform.url())
        .with(HarvesterSettings.Topics.usual().withSwitchedOff(java.util.Set.of("toy_search")));
    node = TestNode.start(TestNode.Base.embedded(directory), directory, less, List.of(new ToyAdapter()), posts);
    platform.account("ann", "12");
    node.ask(TestNode.order("h1", "toy_search", "birds"));
    assertThat(node.harvest(TestNode.order("h2", "toy_timeline", "ann")).status()).isEqualTo(HarvestStatus.SUCCESS);
    assertThat(node.statuses("h1")).isEmpty();
  }
}
