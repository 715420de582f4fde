package io.nuthatch.harvest.twitter2;

import static io.nuthatch.harvest.Simulation.seed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.archive.items.Item;
import io.nuthatch.archive.items.ItemReaders;
import io.nuthatch.harvest.ApiCall;
import io.nuthatch.harvest.CallingSession;
import io.nuthatch.harvest.CallingSession.Ended;
import io.nuthatch.harvest.Parameters;
import io.nuthatch.harvest.Reach;
import io.nuthatch.harvest.Simulation;
import io.nuthatch.harvest.StreamFlow.Line;
import io.nuthatch.harvest.StreamReader;
import io.nuthatch.harvest.Verdict;
import io.nuthatch.model.Json;
import io.nuthatch.model.message.Note;
import io.nuthatch.model.message.SeedReference;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.platform.PlatformSettings;
import io.nuthatch.simulator.platform.Quota;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class FilteredStreamTest {

  private final Simulation simulation = new Simulation(PlatformSettings.defaults()
      .withStreams(PlatformSettings.Streams.USUAL.withKeepAlive(Duration.ofMillis(200)))
      .withQuota("POST /2/tweets/search/stream/rules", Quota.UNLIMITED));
  private final Account anna = simulation.world.account("Anna");
  private final FilteredStream flow = new FilteredStream();

  @AfterEach
  void stop() {
    simulation.close();
  }

  private CallingSession session() {
    return simulation.session(new Twitter2Adapter(), "twitter2");
  }

  private static SeedReference rule(String value, String tag) {
    return new SeedReference("seed-" + value, Json.object().put("rule", value).put("tag", tag), null);
  }

  private List<String> rules() {
    List<String> values = new ArrayList<>();
    session().call(ApiCall.get(Calls.RULES, Parameters.none().map(), Calls.RULES)).json().path("data")
        .forEach(rule -> values.add(rule.path("value").asString() + "/" + rule.path("tag").asString("")));
    return values;
  }

  @Test
  void rules_becomeThoseOfTheHarvest() {
    flow.open(List.of(rule("cat", "a"), rule("dog", "b")), session());
    assertThat(rules()).containsExactlyInAnyOrder("cat/a", "dog/b");

    CallingSession session = session();
    flow.open(List.of(rule("dog", "b"), rule("cat", "other"), rule("bird", "c")), session);
    assertThat(rules()).containsExactlyInAnyOrder("dog/b", "cat/other", "bird/c");
    assertThat(session.calls.stream().filter(call -> call.method().equals("POST"))).as("one deletion, two additions")
        .hasSize(3);
    assertThat(session.warnings).isEmpty();
  }

  @Test
  @Tag("slow")
  void moreRulesThanThePlatformTakes_areListedInAWarning() {
    List<SeedReference> seeds = IntStream.range(0, 1_002).mapToObj(i -> rule("word" + i, "")).toList();
    CallingSession session = session();
    flow.open(seeds, session);

    assertThat(session.warnings).extracting(Note::code).containsExactly("token_RulesCapExceeded");
    assertThat(session.warnings.getFirst().message()).contains("word1000; word1001").doesNotContain("word999");
    assertThat(rules()).hasSize(1_000);
  }

  @Test
  void ruleThatIsNone_isAWarningOfItsSeed() {
    CallingSession session = session();
    flow.open(List.of(rule("-cat", ""), rule("dog", "")), session);

    assertThat(rules()).containsExactly("dog/");
    assertThat(session.warnings).singleElement().satisfies(note -> {
      assertThat(note.code()).isEqualTo("token_InvalidRule");
      assertThat(note.seedId()).isEqualTo("seed--cat");
    });
  }

  @Test
  void stream_hearsWhatMatches() {
    CallingSession session = session();
    ApiCall call = flow.open(List.of(rule("kookaburra", "birds")), session);
    try (StreamReader reader = new StreamReader(session.open(call), flow)) {
      reader.next(Line.KeepAlive.class);
      Post post = simulation.world.post(anna.id(), "a kookaburra");
      String line = reader.next(Line.ItemLine.class).line();
      List<Item> items = new ArrayList<>();
      ItemReaders.read(session.sent.getLast().uri().toString(),
          new ByteArrayInputStream(line.getBytes(StandardCharsets.UTF_8)), items::add);

      assertThat(items).singleElement().satisfies(item -> {
        assertThat(item.name().nativeId()).isEqualTo(Long.toString(post.id()));
        assertThat(item.json().path("matching_rules").path(0).path("tag").asString()).isEqualTo("birds");
        assertThat(item.json().path("author").path("username").asString()).isEqualTo("Anna");
      });
      assertThatThrownBy(() -> session().open(call)).as("an application has one stream")
          .isInstanceOfSatisfying(Ended.class, e -> assertThat(e.verdict()).isInstanceOf(Verdict.TooMany.class));
    }
  }

  @Test
  void streamWithoutRules_isRefused() {
    assertThatThrownBy(() -> session().open(Calls.tweets(Calls.STREAM, Parameters.none(), Calls.STREAM)))
        .isInstanceOfSatisfying(Ended.class, e -> assertThat(((Verdict.Refused) e.verdict()).code())
            .isEqualTo("harvest_ConnectionException"));
  }

  @Test
  void farewellAndNotices_areToldApart() {
    assertThat(flow.read("\r")).isEqualTo(Line.KEEP_ALIVE);
    assertThat(flow.read("{\"errors\":[{\"title\":\"operational-disconnect\",\"disconnect_type\":"
        + "\"UpstreamOperationalDisconnect\",\"detail\":\"gone\"}]}"))
        .isEqualTo(new Line.Farewell("stream_operational-disconnect", "gone"));
    assertThat(flow.read("{\"errors\":[{\"title\":\"Not Found Error\",\"detail\":\"x\"}],\"data\":{\"id\":\"1\"}}"))
        .isEqualTo(Line.ITEM);
    assertThat(flow.read("{\"errors\":[{\"title\":\"Forbidden\",\"detail\":\"x\"}]}"))
        .isEqualTo(new Line.Notice("stream_Forbidden", "x"));
    assertThat(flow.read("garbage")).isInstanceOf(Line.Notice.class);
    assertThat(flow.read("{\"data\":{\"id\":")).as("cut off").isEqualTo(Line.ITEM);
  }

  @Test
  void missedTweets_areSearchedForByTheRules() {
    Instant from = simulation.clock.instant();
    List<String> missed = new ArrayList<>();
    for (int i = 0; i < 130; i++) {
      simulation.clock.advance(Duration.ofSeconds(1));
      missed.addFirst(Long.toString(simulation.world.post(anna.id(), "kookaburra " + i).id()));
    }
    Instant to = simulation.clock.instant().plusSeconds(1);
    simulation.clock.advance(Duration.ofMinutes(1));
    simulation.world.post(anna.id(), "kookaburra, but later");
    CallingSession session = session();

    assertThat(flow.backfill(List.of(seed("kookaburra", null), rule("nothing_like_it", "")), from, to, session))
        .isEqualTo(Reach.WHOLE);
    assertThat(session.ids()).isEqualTo(missed);
  }

  @Test
  void whatCannotBeSearchedFor_isCutOff() {
    Instant now = simulation.clock.instant();
    assertThat(flow.backfill(List.of(rule("cat sample:10", "")), now.minusSeconds(60), now, session()))
        .isInstanceOf(Reach.CutOff.class);
    assertThat(flow.backfill(List.of(rule("cat " + "x".repeat(600), "")), now.minusSeconds(60), now, session()))
        .isInstanceOf(Reach.CutOff.class);
    assertThat(flow.backfill(List.of(rule("cat", "")), now.minus(Duration.ofDays(9)), now.minus(Duration.ofDays(8)),
        session())).isInstanceOf(Reach.CutOff.class);
  }
}
