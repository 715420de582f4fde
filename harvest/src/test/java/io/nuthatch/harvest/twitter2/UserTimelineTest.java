package io.nuthatch.harvest.twitter2;

import static io.nuthatch.harvest.Simulation.seed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.harvest.CallingSession;
import io.nuthatch.harvest.CallingSession.Ended;
import io.nuthatch.harvest.CallingSession.Killed;
import io.nuthatch.harvest.Interval;
import io.nuthatch.harvest.Keeper;
import io.nuthatch.harvest.Reach;
import io.nuthatch.harvest.SeedProblem;
import io.nuthatch.harvest.Simulation;
import io.nuthatch.harvest.Subject;
import io.nuthatch.harvest.Verdict;
import io.nuthatch.model.message.SeedReference;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.IdRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class UserTimelineTest {

  private static final Simulation SIMULATION = new Simulation();

  private final Twitter2Adapter adapter = new Twitter2Adapter();
  private final UserTimeline flow = new UserTimeline();

  @AfterAll
  static void stop() {
    SIMULATION.close();
  }

  private CallingSession session() {
    return SIMULATION.session(adapter, "twitter2");
  }

  private static Account computed() {
    long id = SIMULATION.world.accounts().filter(account -> posted(account).size() > 250).findFirst().orElseThrow();
    return SIMULATION.world.now().account(id).orElseThrow();
  }

  private static List<String> posted(long account) {
    return SIMULATION.world.now().posts(account, IdRange.ALL).map(post -> Long.toString(post.id())).toList();
  }

  @Test
  void accounts_areIdentifiedByIdOrName() {
    Account account = computed();
    String id = Long.toString(account.id());

    assertThat(flow.identify(seed("old_name", id), session()).token()).isEqualTo(account.screenName());
    assertThat(flow.identify(seed(account.screenName(), null), session()).uid()).isEqualTo(id);
  }

  @Test
  void accountsInTrouble_areToldApart() {
    Account suspended = SIMULATION.world.account("suspended1");
    Account hidden = SIMULATION.world.account("protected1");
    SIMULATION.world.suspend(suspended.id());
    SIMULATION.world.protect(hidden.id());

    assertThat(trouble(seed("nobody_at_all", null))).isEqualTo(SeedProblem.NOT_FOUND);
    assertThat(trouble(seed(null, "999999999999"))).isEqualTo(SeedProblem.NOT_FOUND);
    assertThat(trouble(seed("suspended1", null))).isEqualTo(SeedProblem.SUSPENDED);
    assertThat(trouble(seed("protected1", null))).isEqualTo(SeedProblem.UNAUTHORIZED);
  }

  private SeedProblem trouble(SeedReference seed) {
    try {
      flow.identify(seed, session());
    } catch (Ended e) {
      return ((Verdict.SeedTrouble) e.verdict()).problem();
    }
    throw new AssertionError("identified " + seed);
  }

  @Test
  void accountInTroubleMeanwhile_isTroubleOfTheSeed() {
    Account account = SIMULATION.world.account("protected2");
    Subject subject = flow.identify(seed("protected2", null), session());
    SIMULATION.world.protect(account.id());

    assertThatThrownBy(() -> flow.walk(subject, Interval.ALL, session())).isInstanceOfSatisfying(Ended.class,
        e -> assertThat(((Verdict.SeedTrouble) e.verdict()).problem()).isEqualTo(SeedProblem.UNAUTHORIZED));
  }

  @Test
  void wholeTimeline_isWalkedInAsFewCallsAsItTakes() {
    Account account = computed();
    List<String> all = posted(account.id());
    CallingSession session = session();

    assertThat(flow.walk(subject(account), Interval.ALL, session)).isEqualTo(Reach.WHOLE);
    assertThat(session.ids()).isEqualTo(all);
    assertThat((long) session.calls.size())
        .isEqualTo(flow.cost(seed("a", null), all.size()).callsByFamily().get(Calls.TIMELINE));
  }

  @Test
  void tweets_haveTheirExpansionsWithin() {
    CallingSession session = session();
    flow.walk(subject(computed()), Interval.ALL, session);

    assertThat(session.items).allSatisfy(item -> {
      assertThat(item.json().path("author").path("username").isString()).isTrue();
      assertThat(adapter.items().posts(item).getFirst().name()).isEqualTo(item.name());
    });
    assertThat(session.items).anyMatch(item -> adapter.items().posts(item).size() > 1);
  }

  @Test
  void killedAfterAnyPage_theNextRunHasEverythingOnce() {
    Account account = computed();
    List<String> all = posted(account.id());
    for (int pages = 1; pages <= Math.ceilDiv(all.size(), 100); pages++) {
      Keeper keeper = new Keeper();
      CallingSession first = session().dyingAfter(pages);
      assertThatThrownBy(() -> keeper.run(flow, subject(account), first)).isInstanceOf(Killed.class);
      CallingSession second = session();
      keeper.run(flow, subject(account), second);

      List<String> both = new ArrayList<>(first.ids());
      both.addAll(second.ids());
      assertThat(both).as("killed after " + pages).startsWith(all.toArray(String[]::new));
      assertThat(keeper.gaps()).isEmpty();
      assertThat(keeper.mark()).isEqualTo(all.getFirst());
    }
  }

  @Test
  @Tag("slow")
  void moreThanThePlatformShows_isCutOff() {
    Account account = SIMULATION.world.account("talkative");
    for (int i = 0; i < 3_250; i++) {
      SIMULATION.world.post(account.id(), "number " + i);
    }
    SIMULATION.clock.advance(Duration.ofMinutes(1));
    List<String> all = posted(account.id());

    assertThat(flow.walk(subject(account), Interval.ALL, session())).isInstanceOf(Reach.CutOff.class);
    assertThat(flow.walk(subject(account), new Interval(all.get(3_220), null), session()))
        .isInstanceOf(Reach.CutOff.class);
    assertThat(flow.walk(subject(account), new Interval(all.get(3_000), null), session())).isEqualTo(Reach.WHOLE);
  }

  private static Subject subject(Account account) {
    String id = Long.toString(account.id());
    return new Subject(seed(account.screenName(), id), id, id, account.screenName());
  }
}
