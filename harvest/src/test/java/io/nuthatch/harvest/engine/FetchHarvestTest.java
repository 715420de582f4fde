package io.nuthatch.harvest.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.nuthatch.archive.WarcReader;
import io.nuthatch.archive.WarcRecord;
import io.nuthatch.archive.items.ItemReader;
import io.nuthatch.archive.items.twitter1.Twitter1Items;
import io.nuthatch.harvest.Answer;
import io.nuthatch.harvest.ApiCall;
import io.nuthatch.harvest.CredentialField;
import io.nuthatch.harvest.FetchFlow;
import io.nuthatch.harvest.HarvestType;
import io.nuthatch.harvest.HarvestType.SeedCheck;
import io.nuthatch.harvest.HarvestType.SeedRule;
import io.nuthatch.harvest.HttpCall;
import io.nuthatch.harvest.PlatformAdapter;
import io.nuthatch.harvest.QuotaReading;
import io.nuthatch.harvest.Recording;
import io.nuthatch.harvest.Verdict;
import io.nuthatch.harvest.capture.AddressPolicy;
import io.nuthatch.harvest.capture.Capture;
import io.nuthatch.harvest.capture.CaptureClient;
import io.nuthatch.harvest.capture.CaptureSettings;
import io.nuthatch.model.Json;
import io.nuthatch.model.message.HarvestStart;
import io.nuthatch.model.message.HarvestStatus;
import io.nuthatch.model.message.Note;
import io.nuthatch.model.message.Reference;
import io.nuthatch.model.message.SeedReference;
import io.nuthatch.queue.Message;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.StringNode;

class FetchHarvestTest {

  @TempDir
  Path directory;

  private final ToyPlatform platform = new ToyPlatform();
  private TestNode node;

  @BeforeEach
  void open() {
    node = start();
  }

  private TestNode start() {
    return TestNode.start(TestNode.Base.embedded(directory), directory, TestNode.quick(platform.url()),
        List.of(new Pages(directory)), new MemoryPosts());
  }

  @AfterEach
  void close() {
    node.close();
    platform.close();
  }

  /** Fetches one page after the other. */
  private record Pages(Path spool) implements PlatformAdapter, FetchFlow {

    @Override
    public void fetch(List<SeedReference> seeds, Recording recording) {
      try (CaptureClient client = CaptureClient.create(CaptureSettings.standard("pages", spool), AddressPolicy.ANY,
          InstantSource.system())) {
        for (SeedReference seed : seeds) {
          recording.checkStopped();
          HttpCall call = new HttpCall("GET", URI.create(Objects.requireNonNull(seed.tokenText())), List.of(), null,
              Set.of());
          try (Capture capture = client.execute(call)) {
            recording.record(capture);
          }
          recording.settled(seed);
        }
      }
    }

    @Override
    public String platform() {
      return "web";
    }

    @Override
    public String defaultBaseUrl() {
      return "";
    }

    @Override
    public List<HarvestType> types() {
      return List.of(new HarvestType("web", "Web", "web resources",
          new SeedRule(0, 100_000, "a URL", seed -> new SeedCheck(seed, null)), List.of(), this));
    }

    @Override
    public List<CredentialField> credentialFields() {
      return List.of();
    }

    @Override
    public ItemReader items() {
      return new Twitter1Items();
    }

    @Override
    public HttpCall sign(ApiCall call, Map<String, String> credential, String baseUrl, Instant now) {
      throw new UnsupportedOperationException("pages are not called for");
    }

    @Override
    public Verdict judge(ApiCall call, Answer answer, Instant now) {
      return Verdict.GOOD;
    }

    @Override
    public QuotaReading quota(ApiCall call, Answer answer, Instant now) {
      return QuotaReading.NONE;
    }
  }

  private HarvestStatus harvest(String id, int pages) {
    List<SeedReference> seeds = IntStream.range(0, pages)
        .mapToObj(page -> new SeedReference("p" + page, StringNode.valueOf(platform.url() + "/page/" + page), null))
        .toList();
    node.base.bus()
        .publish(Message.of("harvest.start.web", Json.write(new HarvestStart(id, "parent", "web", null, seeds,
            Map.of(), Map.of(), new Reference("set"), new Reference(TestNode.COLLECTION)))));
    return node.awaitEnd(id);
  }

  private List<String> types() {
    List<String> types = new ArrayList<>();
    for (Path file : TestNode.files(node.root, ".warc.gz")) {
      try (WarcReader reader = WarcReader.open(file, WarcReader.Mode.STRICT)) {
        for (WarcRecord record = reader.next(); record != null; record = reader.next()) {
          types.add(record.type());
        }
      }
    }
    return types;
  }

  @Test
  void sameContent_isStoredOnce_inOneHarvestAndInTheNext() {
    HarvestStatus last = harvest("w1", 5);
    assertThat(last.status()).isEqualTo(HarvestStatus.SUCCESS);
    assertThat(last.stats().values()).containsExactly(Map.of("web resources", 5L));
    assertThat(types()).filteredOn("response"::equals).hasSize(1);
    assertThat(types()).filteredOn("revisit"::equals).hasSize(4);
    harvest("w2", 3);
    assertThat(types()).filteredOn("response"::equals).hasSize(1);
    assertThat(node.heard("harvest.status.web")).isNotEmpty();
  }

  @Test
  void harvestThatIsTakenUpAgain_doesNotFetchWhatIsSettled() {
    AtomicInteger requests = new AtomicInteger();
    platform.before(() -> {
      if (requests.incrementAndGet() == 10) {
        Thread.ofVirtual().start(node.harvester::close);
        await().until(() -> node.base.bus().consumers("nuthatch_harvester") == 0);
      }
    });
    List<SeedReference> seeds = IntStream.range(0, 40)
        .mapToObj(page -> new SeedReference("p" + page, StringNode.valueOf(platform.url() + "/page/" + page), null))
        .toList();
    node.base.bus().publish(Message.of("harvest.start.web", Json.write(new HarvestStart("w1", null, "web", null, seeds,
        Map.of(), Map.of(), new Reference("set"), new Reference(TestNode.COLLECTION)))));
    await().until(() -> !node.statuses("w1").isEmpty()
        && node.statuses("w1").getLast().status().equals(HarvestStatus.PAUSED));
    node.close();
    node = start();
    HarvestStatus last = node.awaitEnd("w1");
    assertThat(last.status()).isEqualTo(HarvestStatus.SUCCESS);
    assertThat(last.infos()).extracting(Note::code).contains("harvest_resumed");
    assertThat(platform.requests()).hasSize(40).doesNotHaveDuplicates();
    assertThat(last.stats().values()).containsExactly(Map.of("web resources", 40L));
  }
}
