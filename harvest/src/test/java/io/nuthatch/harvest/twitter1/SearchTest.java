package io.nuthatch.harvest.twitter1;

import static io.nuthatch.harvest.Simulation.seed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.archive.items.twitter.TweetId;
import io.nuthatch.harvest.CallingSession;
import io.nuthatch.harvest.CallingSession.Killed;
import io.nuthatch.harvest.Interval;
import io.nuthatch.harvest.Keeper;
import io.nuthatch.harvest.Reach;
import io.nuthatch.harvest.Simulation;
import io.nuthatch.harvest.Subject;
import io.nuthatch.model.Json;
import io.nuthatch.model.message.SeedReference;
import io.nuthatch.simulator.people.Account;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SearchTest {

  private static final Simulation SIMULATION = new Simulation();
  private static final List<String> POSTED = new ArrayList<>();

  private final Search flow = new Search();

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
    return SIMULATION.session(new Twitter1Adapter(), "twitter1");
  }

  private Subject subject() {
    return flow.identify(seed("kookaburra", null), session());
  }

  @Test
  void token_isAWordOrAnObject() {
    assertThat(subject().key()).isEqualTo("kookaburra");
    SeedReference both = new SeedReference("1",
        Json.tree("{\"query\": \"gelman\", \"geocode\": \"38.9,-77.0,10km\"}"), null);
    assertThat(flow.identify(both, session()).key()).isEqualTo("gelman:38.9,-77.0,10km");

    CallingSession session = session();
    flow.walk(flow.identify(both, session), Interval.ALL, session);
    assertThat(session.calls.getFirst().parameter("geocode")).isEqualTo("38.9,-77.0,10km");
    assertThat(session.calls.getFirst().parameter("since_id")).isNull();
    assertThat(session.calls.getFirst().parameter("tweet_mode")).isEqualTo("extended");
  }

  @Test
  void wholeSearch_isWalkedToItsEnd() {
    CallingSession session = session();

    assertThat(flow.walk(subject(), Interval.ALL, session)).isEqualTo(Reach.WHOLE);
    assertThat(session.ids()).isEqualTo(POSTED);
  }

  @Test
  void killedAfterAnyPage_theNextRunHasEverythingOnce() {
    for (int pages = 1; pages <= 4; pages++) {
      Keeper keeper = new Keeper();
      CallingSession first = session().dyingAfter(pages);
      assertThatThrownBy(() -> keeper.run(flow, subject(), first)).isInstanceOf(Killed.class);
      CallingSession second = session();
      keeper.run(flow, subject(), second);

      List<String> both = new ArrayList<>(first.ids());
      both.addAll(second.ids());
      assertThat(both).as("killed after " + pages).isEqualTo(POSTED);
      assertThat(keeper.gaps()).isEmpty();
    }
  }

  @Test
  void markOlderThanSevenDays_isCutOff() {
    String old = Long
        .toString(TweetId.first(Simulation.NOW.minus(Duration.ofDays(8))));
    CallingSession session = session();

    assertThat(flow.walk(subject(), new Interval(old, null), session)).isInstanceOf(Reach.CutOff.class);
    assertThat(session.ids()).as("what can be had is had").isEqualTo(POSTED);
  }
}
