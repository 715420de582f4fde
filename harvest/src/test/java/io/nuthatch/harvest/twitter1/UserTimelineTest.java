package io.nuthatch.harvest.twitter1;

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

  private final Twitter1Adapter adapter = new Twitter1Adapter();
  private final UserTimeline flow = new UserTimeline();

  @AfterAll
  static void stop() {
    SIMULATION.close();
  }

  private CallingSession session() {
    return SIMULATION.session(adapter, "twitter1");
  }

  private static Account computed() {
    long id = SIMULATION.world.accounts().filter(account -> posted(account).size() > 450).findFirst().orElseThrow();
    return SIMULATION.world.now().account(id).orElseThrow();
  }

  private static List<String> posted(long account) {
    return SIMULATION.world.now().posts(account, IdRange.ALL).map(post -> Long.toString(post.id())).toList();
  }

  @Test
  void uid_isIdentifiedWithTheNameItHasNow() {
    Account account = computed();
    Subject subject = flow.identify(seed("old_name", Long.toString(account.id())), session());

    assertThat(subject.key()).isEqualTo(Long.toString(account.id()));
    assertThat(subject.token()).isEqualTo(account.screenName());
  }

  @Test
  void name_isIdentifiedWithItsUid() {
    Account account = computed();
    Subject subject = flow.identify(seed(account.screenName(), null), session());

    assertThat(subject.uid()).isEqualTo(Long.toString(account.id()));
    assertThat(subject.key()).isEqualTo(subject.uid());
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
    assertThat(trouble(seed(null, Long.toString(suspended.id())))).isEqualTo(SeedProblem.SUSPENDED);
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
  void accountThatIsProtectedMeanwhile_isTroubleOfTheSeed() {
    Account account = SIMULATION.world.account("protected2");
    Subject subject = flow.identify(seed("protected2", null), session());
    SIMULATION.world.protect(account.id());

    assertThatThrownBy(() -> flow.walk(subject, Interval.ALL, session())).isInstanceOfSatisfying(Ended.class,
        e -> assertThat(((Verdict.SeedTrouble) e.verdict()).problem()).isEqualTo(SeedProblem.UNAUTHORIZED));
  }

  @Test
  void wholeTimeline_isWalkedToItsEnd() {
    Account account = computed();
    CallingSession session = session();
    Reach reach = flow.walk(subject(account), Interval.ALL, session);

    assertThat(reach).isEqualTo(Reach.WHOLE);
    assertThat(session.ids()).isEqualTo(posted(account.id()));
    assertThat(session.covered.getLast().oldest()).isEqualTo(posted(account.id()).getLast());
    assertThat(session.quota.limit()).isEqualTo(900);
    assertThat(session.covered).allMatch(page -> page.newest().equals(posted(account.id()).getFirst()));
  }

  @Test
  void interval_isWalkedWithoutItsEnds() {
    Account account = computed();
    List<String> all = posted(account.id());
    CallingSession session = session();
    flow.walk(subject(account), new Interval(all.get(300), all.get(20)), session);

    assertThat(session.ids().subList(0, 279)).isEqualTo(all.subList(21, 300));
    assertThat(session.calls.getFirst().parameter("since_id")).isEqualTo(all.get(300));
  }

  @Test
  void nothingNew_takesOneCall() {
    Account account = computed();
    CallingSession session = session();

    assertThat(flow.walk(subject(account), new Interval(posted(account.id()).getFirst(), null), session))
        .isEqualTo(Reach.WHOLE);
    assertThat(session.items).isEmpty();
    assertThat(session.calls).hasSize(1);
  }

  @Test
  void killedAfterAnyPage_theNextRunsHaveEverythingOnce() {
    Account account = computed();
    List<String> all = posted(account.id());
    for (int pages = 1; pages <= 3; pages++) {
      Keeper keeper = new Keeper();
      CallingSession first = session().dyingAfter(pages);
      assertThatThrownBy(() -> keeper.run(flow, subject(account), first)).isInstanceOf(Killed.class);
      assertThat(keeper.gaps()).hasSize(1);

      CallingSession second = session();
      keeper.run(flow, subject(account), second);
      List<String> both = new ArrayList<>(first.ids());
      both.addAll(second.ids());
      assertThat(both).as("killed after " + pages).isEqualTo(all);
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
    CallingSession session = session();

    assertThat(flow.walk(subject(account), Interval.ALL, session)).isInstanceOf(Reach.CutOff.class);
    assertThat(session.ids()).isEqualTo(all.subList(0, 3_200));
    assertThat(flow.walk(subject(account), new Interval(all.get(3_220), null), session()))
        .isInstanceOf(Reach.CutOff.class);
    assertThat(flow.walk(subject(account), new Interval(all.get(3_000), null), session())).isEqualTo(Reach.WHOLE);
    assertThat(flow.walk(subject(account), new Interval(all.get(500), all.get(100)), session()))
        .isEqualTo(Reach.WHOLE);
  }

  @Test
  void cost_isOneLookUpAndItsPages() {
    assertThat(flow.cost(seed("a", null), 1_000).callsByFamily()).containsEntry("/statuses/user_timeline", 6L)
        .containsEntry("/users/show", 1L);
    assertThat(flow.cost(seed("a", null), 1_000_000).callsByFamily()).containsEntry("/statuses/user_timeline", 17L);
  }

  private static Subject subject(Account account) {
    String id = Long.toString(account.id());
    return new Subject(seed(account.screenName(), id), id, id, account.screenName());
  }
}
