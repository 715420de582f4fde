package io.nuthatch.harvest.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.nuthatch.archive.WarcReader;
import io.nuthatch.archive.WarcRecord;
import io.nuthatch.model.message.HarvestStatus;
import io.nuthatch.model.message.Note;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamHarvestTest {

  @TempDir
  Path directory;

  private final MemoryPosts posts = new MemoryPosts();
  private ToyPlatform platform;
  private TestNode node;

  @BeforeEach
  void open() {
    platform = new ToyPlatform();
    node = TestNode.start(directory, platform, posts);
  }

  @AfterEach
  void close() {
    node.close();
    platform.close();
  }

  private void listen(String subject) {
    node.ask(TestNode.order("s1", "toy_stream", subject));
    awaitListener();
  }

  private void awaitListener() {
    await().atMost(Duration.ofSeconds(20)).until(() -> platform.listeners() == 1);
  }

  private void say(long from, long to) {
    LongStream.rangeClosed(from, to).forEach(id -> platform.say("birds", id));
  }

  private void awaitPost(long id) {
    await().atMost(Duration.ofSeconds(20)).until(() -> posts.has(id));
  }

  private HarvestStatus stop() {
    node.askToStop("s1");
    return node.awaitEnd("s1");
  }

  private long connections() {
    return platform.requests().stream().filter(line -> line.contains("filter.json")).count();
  }

  private static Long[] numbers(long from, long to) {
    return LongStream.rangeClosed(from, to).boxed().toArray(Long[]::new);
  }

  @Test
  void whatTheStreamSays_isKeptWhileItRuns_andStopEndsItInOrder() {
    listen("birds");
    say(1, 50);
    awaitPost(50);
    say(51, 60);
    awaitPost(60);
    HarvestStatus last = stop();
    assertThat(last.status()).isEqualTo(HarvestStatus.SUCCESS);
    List<String> told = node.statuses("s1").stream().map(HarvestStatus::status).toList();
    assertThat(told.subList(told.indexOf(HarvestStatus.STOPPING), told.size())).doesNotContain(HarvestStatus.RUNNING);
    assertThat(told.stream().distinct()).containsExactly(HarvestStatus.RUNNING, HarvestStatus.STOPPING,
        HarvestStatus.SUCCESS);
    assertThat(last.stats().values().iterator().next()).containsEntry("tweets", 60L);
    assertThat(node.archived().keySet()).containsExactly(numbers(1, 60));
    assertThat(connections()).isEqualTo(1);
    assertThat(node.harvester.gaps(TestNode.COLLECTION)).isEmpty();
  }

  @Test
  void segments_areRecordsThatCanBeReadAlone_andTheFirstHasTheRequest() {
    listen("birds");
    for (int round = 0; round < 3; round++) {
      say(round * 10L + 1, round * 10L + 10);
      awaitPost(round * 10L + 10);
    }
    stop();
    List<String> types = new java.util.ArrayList<>();
    try (
        WarcReader reader = WarcReader.open(TestNode.files(node.root, ".warc.gz").getFirst(), WarcReader.Mode.STRICT)) {
      for (WarcRecord record = reader.next(); record != null; record = reader.next()) {
        types.add(record.type());
      }
    }
    assertThat(types).startsWith("warcinfo", "response", "request", "response", "response").doesNotContain("metadata");
  }

  @Test
  void fullWarc_isFollowedByAnother_withoutDroppingTheConnection() {
    node.close();
    HarvesterSettings small = TestNode.quick(platform.url())
        .with(new HarvesterSettings.Cuts(2_000, Duration.ofMinutes(30), 4 << 10, Duration.ofMillis(50)));
    node = TestNode.start(TestNode.Base.embedded(directory), directory, small, List.of(new ToyAdapter()), posts);
    listen("birds");
    for (int round = 0; round < 8; round++) {
      say(round * 20L + 1, round * 20L + 20);
      awaitPost(round * 20L + 20);
    }
    HarvestStatus last = stop();
    assertThat(Objects.requireNonNull(last.warcs()).count()).isGreaterThan(2);
    assertThat(connections()).isEqualTo(1);
    assertThat(node.archived()).allSatisfy((_, times) -> assertThat(times).isEqualTo(1)).hasSize(160);
  }

  @Test
  void brokenConnection_isAGap_thatCallsFillOnceTheStreamIsBack() {
    listen("birds");
    say(1, 10);
    awaitPost(10);
    platform.fail("filter.json", ToyPlatform.Fault.UNAVAILABLE, 2);
    platform.cutStreams();
    await().until(() -> platform.listeners() == 0);
    platform.publish("birds", 11, 30);
    awaitListener();
    say(31, 40);
    awaitPost(40);
    awaitPost(11);
    await().until(() -> node.harvester.gaps(TestNode.COLLECTION).stream()
        .anyMatch(gap -> gap.state() == Gap.State.CLOSED));
    HarvestStatus last = stop();
    assertThat(last.status()).isEqualTo(HarvestStatus.SUCCESS);
    assertThat(node.archived().keySet()).containsExactly(numbers(1, 40));
    assertThat(node.harvester.gaps(TestNode.COLLECTION)).allSatisfy(gap -> {
      assertThat(gap.state()).isEqualTo(Gap.State.CLOSED);
      assertThat(gap.from()).isNotNull();
      assertThat(gap.to()).isAfterOrEqualTo(gap.from());
    });
  }

  @Test
  void gapThatNobodyCanFill_staysWithItsReason_andAWarning() {
    listen("unsearchable");
    platform.cutStreams();
    await().until(() -> node.harvester.gaps(TestNode.COLLECTION).stream()
        .anyMatch(gap -> gap.state() == Gap.State.UNREACHABLE));
    HarvestStatus last = stop();
    assertThat(last.warnings()).extracting(Note::code).containsExactly("gap_unreachable");
    assertThat(node.harvester.gaps(TestNode.COLLECTION).getFirst().reason()).contains("cannot be searched");
  }

  @Test
  void nodeThatIsClosed_leavesAGap_thatTheNextOneFills() {
    listen("birds");
    say(1, 10);
    awaitPost(10);
    node.close();
    assertThat(node.statuses("s1").getLast().status()).isEqualTo(HarvestStatus.PAUSED);
    assertThat(TestNode.files(node.root, ".open")).isEmpty();
    platform.publish("birds", 11, 20);
    node = TestNode.start(directory, platform, posts);
    awaitListener();
    awaitPost(11);
    say(21, 25);
    awaitPost(25);
    HarvestStatus last = stop();
    assertThat(last.status()).isEqualTo(HarvestStatus.SUCCESS);
    assertThat(last.infos()).extracting(Note::code).contains("harvest_resumed");
    assertThat(node.archived().keySet()).containsExactly(numbers(1, 25));
  }

  @Test
  void lineThatIsCutOff_isKeptAsItCame_andItsPostIsFoundByCalls() {
    listen("birds");
    say(1, 3);
    platform.publish("birds", 4, 4);
    platform.sayRaw(ToyPlatform.tweet(4).substring(0, 40));
    platform.cutStreams();
    awaitPost(4);
    stop();
    assertThat(node.archived().keySet()).containsExactly(numbers(1, 4));
  }

  @Test
  void credentialThatIsRefused_endsTheHarvestInFailure() {
    platform.fail("filter.json", ToyPlatform.Fault.UNAUTHORIZED, 1000);
    HarvestStatus last = node.harvest(TestNode.order("s1", "toy_stream", "birds"));
    assertThat(last.status()).isEqualTo(HarvestStatus.FAILURE);
    assertThat(last.errors()).extracting(Note::code).containsExactly("harvest_Unauthorized");
  }

  @Test
  void whatThePlatformSaysBeside_isAnInfo() {
    listen("birds");
    platform.sayRaw("{\"limit\":{\"track\":17}}\r\n");
    say(1, 1);
    awaitPost(1);
    assertThat(stop().infos()).extracting(Note::code).contains("limit");
  }
}
