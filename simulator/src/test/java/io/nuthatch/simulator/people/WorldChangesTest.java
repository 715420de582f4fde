package io.nuthatch.simulator.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.simulator.HandClock;
import io.nuthatch.simulator.SimulatorException;
import io.nuthatch.simulator.people.WorldSettings.Upheaval;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What tests add and change shows at once; what the world changes by itself shows when its time has come. */
class WorldChangesTest {

  private final HandClock clock = new HandClock("2026-03-10T12:00:00Z");
  private final World world = World.open(WorldSettings.defaults().withAccounts(100).withUpheaval(Upheaval.NONE), clock);

  @Test
  void addedAccount_postsOnlyWhatItIsTold() {
    Account anna = world.account("Anna");
    assertThat(world.now().posts(anna.id(), IdRange.ALL)).isEmpty();
    Post first = world.post(anna.id(), "Hello #World, see https://example.org/a?b=1 says @Anna");
    Post second = world.post(anna.id(), "again");
    assertThat(second.id()).isGreaterThan(first.id());
    assertThat(world.now().posts(anna.id(), IdRange.ALL)).containsExactly(second, first);
    assertThat(world.now().posts(IdRange.ALL, Narrowing.NOTHING).limit(2)).containsExactly(second, first);
    assertThat(first.body().entities()).hasSize(3)
        .anySatisfy(entity -> assertThat(entity).isInstanceOfSatisfying(Entity.Link.class,
            link -> assertThat(link.target()).isEqualTo("https://example.org/a?b=1")));
    assertThat(world.now().account("anna").orElseThrow().tally().posts()).isEqualTo(2);
  }

  @Test
  void manyPostsInOneMillisecond_haveAscendingIdsAndAreSeen() {
    Account anna = world.account("Anna");
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      ids.add(world.post(anna.id(), "number " + i).id());
    }
    assertThat(ids).isSorted().doesNotHaveDuplicates();
    assertThat(world.now().posts(anna.id(), IdRange.ALL).map(Post::id)).isEqualTo(ids.reversed());
    clock.advance(Duration.ofDays(1));
    assertThat(world.post(anna.id(), "later").id()).isGreaterThan(ids.getLast());
  }

  @Test
  void computedAccount_takesAnAddedPostAmongItsOwn() {
    long account = world.accounts().findFirst().orElseThrow();
    Post added = world.post(account, "mine");
    List<Post> posts = world.now().posts(account, IdRange.ALL).toList();
    assertThat(posts.getFirst()).isEqualTo(added);
    assertThat(posts).hasSizeGreaterThan(20);
  }

  @Test
  void deletedPost_isGoneWithAllItsVersionsAndRetweets() {
    Account anna = world.account("Anna");
    Account ben = world.account("Ben");
    Post post = world.post(anna.id(), "first");
    Post retweet = world.post(ben.id(), NewPost.retweetOf(post.id()));
    Post edited = world.edit(post.id(), "second");
    assertThat(edited.versions()).containsExactly(post.id(), edited.id());
    assertThat(world.now().posts(anna.id(), IdRange.ALL)).containsExactly(edited);
    world.delete(edited.id());
    assertThat(world.now().find(post.id())).isEqualTo(new Sighting.Gone());
    assertThat(world.now().find(edited.id())).isEqualTo(new Sighting.Gone());
    assertThat(world.now().find(retweet.id())).isEqualTo(new Sighting.Gone());
    assertThat(world.now().posts(ben.id(), IdRange.ALL)).isEmpty();
  }

  @Test
  void hiddenAccount_hidesItsPostsAndComesBackWithThem() {
    Account anna = world.account("Anna");
    Post post = world.post(anna.id(), "here");
    world.protect(anna.id());
    assertThat(world.now().find(post.id())).isEqualTo(new Sighting.Hidden(AccountState.PROTECTED));
    world.suspend(anna.id());
    assertThat(world.now().find(post.id())).isEqualTo(new Sighting.Hidden(AccountState.SUSPENDED));
    assertThat(world.now().posts(anna.id(), IdRange.ALL)).isEmpty();
    assertThat(world.now().account("Anna").orElseThrow().state()).isEqualTo(AccountState.SUSPENDED);
    world.close(anna.id());
    assertThat(world.now().account("Anna")).isEmpty();
    assertThat(world.now().find(post.id())).isEqualTo(new Sighting.Gone());
    world.restore(anna.id());
    assertThat(world.now().post(post.id())).contains(post);
  }

  @Test
  void hiddenAccount_goesOnPostingUnseen() {
    Account anna = world.account("Anna");
    world.protect(anna.id());
    WorldEvents events = world.events();
    Post kept = world.post(anna.id(), "for later");
    Post dropped = world.post(anna.id(), "never mind");
    world.delete(dropped.id());
    List<WorldEvent> told = new ArrayList<>();
    events.poll(told::add);
    assertThat(told).noneMatch(WorldEvent.Posted.class::isInstance);
    assertThat(world.now().posts(anna.id(), IdRange.ALL)).isEmpty();
    world.restore(anna.id());
    assertThat(world.now().posts(anna.id(), IdRange.ALL)).containsExactly(kept);
    assertThatThrownBy(() -> world.delete(dropped.id())).isInstanceOf(SimulatorException.class);
  }

  @Test
  void renamedAccount_isFoundByItsNewNameOnly() {
    Account computed = world.now().account(world.accounts().findFirst().orElseThrow()).orElseThrow();
    world.rename(computed.id(), "Somebody");
    assertThat(world.now().account("somebody").orElseThrow().id()).isEqualTo(computed.id());
    assertThat(world.now().account(computed.screenName())).isEmpty();
    assertThat(world.now().account(computed.id()).orElseThrow().screenName()).isEqualTo("Somebody");
    assertThatThrownBy(() -> world.rename(computed.id(), "two words")).isInstanceOf(SimulatorException.class);
    assertThatThrownBy(() -> world.account("Somebody")).isInstanceOf(SimulatorException.class)
        .hasMessageContaining("taken");
  }

  @Test
  void givenNumbers_replaceTheCurve() {
    Post post = world.post(world.account("Anna").id(), "popular");
    assertThat(world.now().engagement(post)).isEqualTo(Engagement.NONE);
    Engagement numbers = new Engagement(1, 2, 3, 4, 5, 6);
    world.engagement(post.id(), numbers);
    assertThat(world.now().engagement(post)).isEqualTo(numbers);
  }

  @Test
  void events_tellEachPostAndDeletionOnceInOrder() {
    World lively = World.open(WorldSettings.defaults().withAccounts(150), clock);
    WorldEvents events = lively.events();
    List<WorldEvent> told = new ArrayList<>();
    Account anna = lively.account("Anna");
    for (int hour = 0; hour < 20; hour++) {
      clock.advance(Duration.ofMinutes(37));
      events.poll(told::add);
    }
    Post post = lively.post(anna.id(), "live");
    lively.delete(post.id());
    events.poll(told::add);
    List<Long> posted = told.stream()
        .filter(WorldEvent.Posted.class::isInstance)
        .map(event -> event.post().id())
        .toList();
    IdRange span = IdRange.between(clock.instant().minus(Duration.ofMinutes(37 * 20)).plusMillis(1),
        clock.instant().plusMillis(1));
    assertThat(posted).isSorted()
        .doesNotHaveDuplicates()
        .contains(post.id())
        .containsAll(lively.now().posts(span, Narrowing.NOTHING).map(Post::id).toList());
    List<Long> deleted = told.stream()
        .filter(WorldEvent.Deleted.class::isInstance)
        .map(event -> event.post().id())
        .toList();
    assertThat(deleted).hasSizeGreaterThan(3)
        .doesNotHaveDuplicates()
        .allSatisfy(id -> assertThat(lively.now().find(id)).isNotInstanceOf(Sighting.Seen.class));
    List<Long> expected = lively.accounts()
        .boxed()
        .flatMap(id -> lively.at(clock.instant()).posts(id, IdRange.ALL))
        .map(Post::id)
        .toList();
    assertThat(expected).doesNotContainAnyElementsOf(deleted);
  }

  @Test
  void computedDeletions_takePostsAwayAtTheirTime() {
    World lively = World.open(WorldSettings.defaults().withAccounts(150), clock);
    List<Post> before = lively.now().posts(IdRange.ALL, Narrowing.NOTHING).limit(500).toList();
    Moment later = lively.at(clock.instant().plus(Duration.ofDays(9)));
    long gone = before.stream().filter(post -> later.find(post.id()) instanceof Sighting.Gone).count();
    assertThat(gone).isBetween(3L, 40L);
  }

  @Test
  void computedSuspensions_mayEndInAComeback() {
    World lively = World.open(WorldSettings.defaults().withAccounts(400), clock);
    int comebacks = 0;
    int renames = 0;
    for (long id : lively.accounts().toArray()) {
      boolean suspended = false;
      String name = lively.now().account(id).orElseThrow().screenName();
      for (int day = 0; day < 180; day += 2) {
        Account account = lively.at(clock.instant().plus(Duration.ofDays(day))).account(id).orElseThrow();
        comebacks += suspended && account.state() == AccountState.ACTIVE ? 1 : 0;
        suspended = account.state() == AccountState.SUSPENDED;
        renames += account.screenName().equals(name) ? 0 : 1;
        name = account.screenName();
      }
    }
    assertThat(comebacks).isPositive();
    assertThat(renames).isBetween(4, 60);
  }
}
