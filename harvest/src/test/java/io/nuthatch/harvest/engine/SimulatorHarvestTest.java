package io.nuthatch.harvest.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.harvest.twitter1.Twitter1Adapter;
import io.nuthatch.harvest.twitter2.Twitter2Adapter;
import io.nuthatch.model.Json;
import io.nuthatch.model.message.HarvestStart;
import io.nuthatch.model.message.HarvestStatus;
import io.nuthatch.model.message.Reference;
import io.nuthatch.model.message.RoutingKeys;
import io.nuthatch.model.message.SeedReference;
import io.nuthatch.queue.Message;
import io.nuthatch.simulator.SimulatedPlatforms;
import io.nuthatch.simulator.faults.Fault;
import io.nuthatch.simulator.faults.FaultRule;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.World;
import io.nuthatch.simulator.people.WorldSettings;
import io.nuthatch.simulator.people.WorldSettings.Upheaval;
import io.nuthatch.simulator.platform.Credential;
import io.nuthatch.simulator.platform.PlatformSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.StringNode;

/** Adapters, client, engine and archive together against the simulator's platforms and their faults. */
class SimulatorHarvestTest {

  private static final int POSTS = 450;

  @TempDir
  Path directory;

  private final MemoryPosts posts = new MemoryPosts();
  private final World world = World.open(WorldSettings.defaults().withAccounts(50).withUpheaval(Upheaval.NONE),
      InstantSource.system());
  private final SimulatedPlatforms platforms = SimulatedPlatforms.start(world, PlatformSettings.defaults());
  private final Set<Long> exist = new HashSet<>();
  private TestNode node;

  @BeforeEach
  void open() {
    Account anna = world.account("Anna");
    for (int i = 0; i < POSTS; i++) {
      exist.add(world.post(anna.id(), "post " + i).id());
    }
    node = TestNode.start(TestNode.Base.embedded(directory), directory, TestNode.quick("").withBaseUrls(
        Map.of("twitter", platforms.baseUrl("twitter1"), "twitter2", platforms.baseUrl("twitter2"))),
        List.of(new Twitter1Adapter(), new Twitter2Adapter()), posts);
  }

  @AfterEach
  void close() {
    node.close();
    platforms.close();
  }

  static Stream<Fault> faults() {
    return Stream.of(new Fault.Failure(503), new Fault.Drop(3000), new Fault.TruncatedGzip(),
        new Fault.WrongJson(Fault.WrongJson.Damage.CUT), new Fault.WrongJson(Fault.WrongJson.Damage.HTML),
        new Fault.WrongJson(Fault.WrongJson.Damage.TYPES), new Fault.WrongLength(-10), new Fault.WrongLength(10));
  }

  private HarvestStatus harvest(String id, String platform, String type) {
    Credential credential = platforms.credentials(1).getFirst();
    Map<String, String> credentials = Map.of("consumer_key", credential.consumerKey(), "consumer_secret",
        credential.consumerSecret(), "access_token", credential.token(), "access_token_secret",
        credential.tokenSecret(), "bearer_token", credential.bearerToken());
    HarvestStart start = new HarvestStart(id, null, type, null,
        List.of(new SeedReference("s1", StringNode.valueOf("Anna"), null)), Map.of(), credentials, new Reference("set"),
        new Reference(TestNode.COLLECTION));
    node.base.bus().publish(Message.of(RoutingKeys.start(platform, type, false), Json.write(start)));
    return node.awaitEnd(id);
  }

  private void allIsThere() {
    assertThat(exist).allMatch(posts::has);
    assertThat(posts.size()).isEqualTo(POSTS);
  }

  @ParameterizedTest
  @MethodSource("faults")
  void timelineOfV1_withAFaultNowAndThen_isWhole(Fault fault) {
    platforms.faults().add(FaultRule.sometimes(0.3, 5, "*user_timeline*", fault));
    HarvestStatus last = harvest("h1", "twitter", "twitter_user_timeline");
    platforms.faults().clear();
    assertThat(last.status().equals(HarvestStatus.SUCCESS)).isEqualTo(last.errors().isEmpty());
    assertThat(harvest("h2", "twitter", "twitter_user_timeline").status()).isEqualTo(HarvestStatus.SUCCESS);
    allIsThere();
  }

  @ParameterizedTest
  @MethodSource("faults")
  void timelineOfV2_withALastingFault_isNoSuccess_andWholeLater(Fault fault) {
    platforms.faults().add(FaultRule.always("*/tweets", fault));
    assertThat(harvest("h1", "twitter2", "twitter_user_timeline_2").status()).isEqualTo(HarvestStatus.FAILURE);
    platforms.faults().clear();
    assertThat(harvest("h2", "twitter2", "twitter_user_timeline_2").status()).isEqualTo(HarvestStatus.SUCCESS);
    allIsThere();
  }

  @ParameterizedTest
  @MethodSource("skews")
  void platformWhoseClockIsWrong_isHarvestedAllTheSame(Duration skew) {
    platforms.faults().add(FaultRule.always("*", new Fault.ClockSkew(skew)));
    assertThat(harvest("h1", "twitter2", "twitter_user_timeline_2").status()).isEqualTo(HarvestStatus.SUCCESS);
    allIsThere();
  }

  static Stream<Duration> skews() {
    return Stream.of(Duration.ofHours(-2), Duration.ofHours(2));
  }
}
