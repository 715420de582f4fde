package io.nuthatch.harvest.twitter1;

import static io.nuthatch.harvest.Simulation.seed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.archive.items.ItemReaders;
import io.nuthatch.harvest.ApiCall;
import io.nuthatch.harvest.CallingSession;
import io.nuthatch.harvest.CallingSession.Ended;
import io.nuthatch.harvest.Reach;
import io.nuthatch.harvest.Simulation;
import io.nuthatch.harvest.StreamFlow.Line;
import io.nuthatch.harvest.StreamReader;
import io.nuthatch.harvest.Verdict;
import io.nuthatch.model.Json;
import io.nuthatch.model.message.SeedReference;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.platform.PlatformSettings;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StreamsTest {

  private final Simulation simulation = new Simulation(PlatformSettings.defaults().withStreams(
      PlatformSettings.Streams.USUAL.withKeepAlive(Duration.ofMillis(200)).withConnects(3)));
  private final Account anna = simulation.world.account("Anna");
  private final FilterStream filter = new FilterStream();

  @AfterEach
  void stop() {
    simulation.close();
  }

  private CallingSession session() {
    return simulation.session(new Twitter1Adapter(), "twitter1");
  }

  private static SeedReference object(String json) {
    return new SeedReference("seed-1", Json.tree(json), null);
  }

  @Test
  void filter_hearsWhatIsTracked() {
    CallingSession session = session();
    ApiCall call = filter.open(List.of(seed("kookaburra", null)), session);
    try (StreamReader reader = new StreamReader(session.open(call), filter)) {
      reader.next(Line.KeepAlive.class);
      simulation.world.post(anna.id(), "nothing of interest");
      Post post = simulation.world.post(anna.id(), "a kookaburra");

      String line = reader.next(Line.ItemLine.class).line();
      List<String> ids = new ArrayList<>();
      ItemReaders.read(session.sent.getLast().uri().toString(),
          new ByteArrayInputStream(line.getBytes(StandardCharsets.UTF_8)),
          item -> ids.add(item.name().nativeId()));
      assertThat(ids).containsExactly(Long.toString(post.id()));
      assertThat(session.sent.getLast().method()).isEqualTo("POST");
      assertThat(session.sent.getLast().body()).isEqualTo("track=kookaburra&stall_warnings=true");

      simulation.world.delete(post.id());
      assertThat(reader.next(Line.ItemLine.class).line()).startsWith("{\"delete\"");
    }
  }

  @Test
  void farewellAndNotices_areToldApart() {
    assertThat(filter.read("")).isEqualTo(Line.KEEP_ALIVE);
    assertThat(filter.read("{\"limit\":{\"track\":12}}")).isInstanceOfSatisfying(Line.Notice.class,
        notice -> assertThat(notice.message()).contains("12"));
    assertThat(filter.read("{\"disconnect\":{\"code\":7,\"reason\":\"admin logout\"}}"))
        .isEqualTo(new Line.Farewell("stream_disconnect_7", "admin logout"));
    assertThat(filter.read("{\"warning\":{\"code\":\"FALLING_BEHIND\",\"message\":\"behind\"}}"))
        .isEqualTo(new Line.Notice("stream_warning", "behind"));
    assertThat(filter.read("{\"created_at\":\"…\",\"id\":1")).isEqualTo(Line.ITEM);
    assertThat(filter.read("Exceeded connection limit for user")).isInstanceOf(Line.Notice.class);
    assertThat(filter.read("{\"limit\":")).isInstanceOf(Line.Notice.class);
  }

  @Test
  void openedTooOften_isAskedToCalmDown() {
    ApiCall call = filter.open(List.of(seed("kookaburra", null)), session());
    for (int i = 0; i < 3; i++) {
      new StreamReader(session().open(call), filter).close();
    }
    assertThatThrownBy(() -> session().open(call)).isInstanceOfSatisfying(Ended.class,
        e -> assertThat(e.verdict()).isInstanceOf(Verdict.TooMany.class));
  }

  @Test
  void missedTweets_areSearchedFor() {
    Instant from = simulation.clock.instant();
    List<String> missed = new ArrayList<>();
    for (int i = 0; i < 130; i++) {
      simulation.clock.advance(Duration.ofSeconds(1));
      missed.addFirst(Long.toString(simulation.world.post(anna.id(), "kookaburra " + i).id()));
      simulation.world.post(anna.id(), "magpie " + i);
    }
    Instant to = simulation.clock.instant().plusSeconds(1);
    simulation.clock.advance(Duration.ofMinutes(1));
    simulation.world.post(anna.id(), "kookaburra, but later");

    CallingSession session = session();
    assertThat(filter.backfill(List.of(seed("kookaburra", null)), from, to, session)).isEqualTo(Reach.WHOLE);
    assertThat(session.ids()).isEqualTo(missed);
    assertThat(session.covered).as("it is no walk through a seed's items").isEmpty();
    CallingSession both = session();
    filter.backfill(List.of(object("{\"track\": \"kookaburra,magpie 7\", \"language\": \"en,de\"}")), from, to, both);
    assertThat(both.ids()).containsAll(missed).hasSizeGreaterThan(130);
  }

  @Test
  void whatCannotBeSearchedFor_isCutOff() {
    Instant now = simulation.clock.instant();
    assertThat(filter.backfill(List.of(object("{\"follow\": \"12\"}")), now.minusSeconds(60), now, session()))
        .isInstanceOf(Reach.CutOff.class);
    assertThat(filter.backfill(List.of(seed("kookaburra", null)), now.minus(Duration.ofDays(9)),
        now.minus(Duration.ofDays(8)), session())).isInstanceOf(Reach.CutOff.class);
    assertThat(new SampleStream().backfill(List.of(), now.minusSeconds(60), now, session()))
        .isInstanceOf(Reach.CutOff.class);
  }

  @Test
  void sample_isOpenedWithoutSeeds() {
    CallingSession session = session();
    SampleStream sample = new SampleStream();
    try (StreamReader reader = new StreamReader(session.open(sample.open(List.of(), session)), sample)) {
      assertThat(reader.next(Line.KeepAlive.class).line()).isEmpty();
    }
  }

  @Test
  void manyPhrases_makeSeveralQueries() {
    List<String> phrases = IntStream.range(0, 400).mapToObj(i -> i % 2 == 0 ? "word" + i : "two words" + i).toList();
    List<String> queries = FilterStream.queries(phrases);

    assertThat(queries).allMatch(query -> query.length() <= 500);
    assertThat(String.join(" OR ", queries).split(" OR ")).hasSize(400).contains("word0", "(two words1)");
  }
}
