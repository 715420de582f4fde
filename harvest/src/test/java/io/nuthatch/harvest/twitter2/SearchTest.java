package io.nuthatch.harvest.twitter2;

import static io.nuthatch.harvest.Simulation.seed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.archive.items.twitter.TweetId;
import io.nuthatch.harvest.CallingSession;
import io.nuthatch.harvest.CallingSession.Ended;
import io.nuthatch.harvest.CallingSession.Killed;
import io.nuthatch.harvest.Interval;
import io.nuthatch.harvest.Keeper;
import io.nuthatch.harvest.Reach;
import io.nuthatch.harvest.Simulation;
import io.nuthatch.harvest.Subject;
import io.nuthatch.model.Json;
import io.nuthatch.model.message.SeedReference;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.Snowflake;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SearchTest {

  private static final Simulation SIMULATION = new Simulation();
  private static final List<String> POSTED = new ArrayList<>();

  @BeforeAll
  static void write() {
    Account account = SIMULATION.world.account("searched");
    for (int i = 0; i < 350; i++) {
      SIMULATION.clock.advance(Duration.ofSeconds(1));
      POSTED.addFirst(Long.toString(SIMULATION.world.post(account.id(), "kookaburra " + i).id()));
    }
  }

  @AfterAll
  static void stop() {
    SIMULATION.close();
  }

  private static CallingSession session() {
    return SIMULATION.session(new Twitter2Adapter(), "twitter2");
  }

  private static Subject subject(String json) {
    return Search.RECENT.identify(new SeedReference("seed-1", Json.tree(json), null), session());
  }

  private static Subject plain() {
    return Search.RECENT.identify(seed("kookaburra", null), session());
  }

  @Test
  void wholeSearch_isWalkedToItsEnd() {
    CallingSession session = session();

    assertThat(Search.RECENT.walk(plain(), Interval.ALL, session)).isEqualTo(Reach.WHOLE);
    assertThat(session.ids()).isEqualTo(POSTED);
    assertThat(session.calls).allMatch(call -> "100".equals(call.parameter("max_results")));
  }

  @Test
  void killedAfterAnyPage_theNextRunHasEverythingOnce() {
    for (int pages = 1; pages <= 4; pages++) {
      Keeper keeper = new Keeper();
      CallingSession first = session().dyingAfter(pages);
      assertThatThrownBy(() -> keeper.run(Search.RECENT, plain(), first)).isInstanceOf(Killed.class);
      CallingSession second = session();
      keeper.run(Search.RECENT, plain(), second);

      List<String> both = new ArrayList<>(first.ids());
      both.addAll(second.ids());
      assertThat(both).as("killed after " + pages).isEqualTo(POSTED);
    }
  }

  @Test
  void limit_stopsAfterThePageThatReachesIt() {
    CallingSession session = session();
    Reach reach = Search.RECENT.walk(subject("{\"query\": \"kookaburra\", \"limit\": 101}"), Interval.ALL, session);

    assertThat(session.ids()).isEqualTo(POSTED.subList(0, 200));
    assertThat(reach).isInstanceOf(Reach.CutOff.class);
    assertThat(Search.RECENT.walk(subject("{\"query\": \"kookaburra\", \"limit\": 400}"), Interval.ALL, session()))
        .isEqualTo(Reach.WHOLE);
  }

  @Test
  void times_holdForTheFirstHarvestAndWhereItIsTakenUp() {
    Instant start = Snowflake.instant(Long.parseLong(POSTED.get(300)));
    Instant end = Snowflake.instant(Long.parseLong(POSTED.get(49)));
    Subject subject = subject(
        "{\"query\": \"kookaburra\", \"start_time\": \"" + start + "\", \"end_time\": \"" + end + "\"}");
    CallingSession first = session().dyingAfter(1);
    Keeper keeper = new Keeper();
    assertThatThrownBy(() -> keeper.run(Search.RECENT, subject, first)).isInstanceOf(Killed.class);
    assertThat(first.calls.getFirst().parameter("start_time")).isEqualTo(start.toString());
    CallingSession second = session();
    Search.RECENT.walk(subject, keeper.gaps().getFirst(), second);

    List<String> both = new ArrayList<>(first.ids());
    both.addAll(second.ids());
    assertThat(both).isEqualTo(POSTED.subList(50, 301));
    CallingSession later = session();
    Search.RECENT.walk(subject, new Interval(POSTED.get(10), null), later);
    assertThat(later.ids()).as("a mark beats the times").isEqualTo(POSTED.subList(0, 10));
  }

  @Test
  void olderThanSevenDays_isLeftOutAndCutOff() {
    String old = Long.toString(TweetId.first(Simulation.NOW.minus(Duration.ofDays(8))));
    CallingSession session = session();

    assertThat(Search.RECENT.walk(plain(), new Interval(old, null), session)).isInstanceOf(Reach.CutOff.class);
    assertThat(session.ids()).isEqualTo(POSTED);
    CallingSession other = session();
    Search.RECENT.walk(subject("{\"query\": \"kookaburra\", \"start_time\": \"2020-01-01T00:00:00Z\"}"), Interval.ALL,
        other);
    assertThat(other.ids()).isEqualTo(POSTED);
    assertThat(other.calls.getFirst().parameter("start_time")).isNull();
  }

  @Test
  void searchOfEverything_beginsWithTheFirstTweetAndNamesPlacesInTheQuery() {
    CallingSession session = session();
    Subject subject = Search.ALL.identify(
        new SeedReference("1", Json.tree("{\"query\": \"gelman\", \"geocode\": \"38.9,-77.0,10km\"}"), null), session);

    assertThat(subject.key()).isEqualTo("gelman point_radius:[-77.0 38.9 10km]");
    assertThatThrownBy(() -> Search.ALL.walk(subject, Interval.ALL, session)).as("the simulator does not have it")
        .isInstanceOf(Ended.class);
    assertThat(session.calls.getFirst().parameter("start_time")).isEqualTo("2006-03-21T00:00:00Z");
    assertThat(session.sent.getFirst().uri().getRawQuery()).contains("point_radius%3A%5B-77.0%2038.9%2010km%5D");
  }
}
