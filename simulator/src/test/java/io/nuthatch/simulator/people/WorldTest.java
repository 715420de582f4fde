package io.nuthatch.simulator.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.simulator.Golden;
import io.nuthatch.simulator.HandClock;
import io.nuthatch.simulator.SimulatorException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The computed world: the same everywhere, and in agreement with itself. */
class WorldTest {

  private static final Instant NOON = Instant.parse("2026-03-10T12:00:00Z");

  private final HandClock clock = new HandClock("2026-03-10T12:00:00Z");
  private final World world = World.open(WorldSettings.defaults().withAccounts(200), clock);

  @Test
  void sameSettings_giveTheWorldOfTheGoldenFile() throws IOException {
    String seen = world.now()
        .posts(IdRange.ALL, Narrowing.NOTHING)
        .limit(25)
        .map(post -> post + "\n  " + world.now().account(post.authorId()).orElseThrow() + "\n  "
            + world.now().engagement(post))
        .collect(Collectors.joining("\n")) + "\n";
    Golden.check("world.txt", seen);
  }

  @Test
  void anotherSeed_givesAnotherWorld() {
    World other = World.open(world.settings().withSeed(2), clock);
    assertThat(newest(other, 20)).doesNotContainAnyElementsOf(newest(world, 20));
  }

  @Test
  void everyListedPost_isFoundByItsId() {
    Moment now = world.now();
    now.posts(lastDay(), Narrowing.NOTHING).forEach(post -> assertThat(now.post(post.id())).contains(post));
  }

  @Test
  void idsNextToRealOnes_areGone() {
    Moment now = world.now();
    Set<Long> real = new HashSet<>(newest(world, 1_000));
    for (long id : real) {
      for (long near : new long[]{id - 1, id + 1, id + (1L << 22), id - (2L << 22), -id, 0}) {
        if (!real.contains(near) && world.origin(near) == 0) {
          assertThat(now.find(near)).isEqualTo(new Sighting.Gone());
        }
      }
    }
  }

  @Test
  void listsOfAllAccounts_areTheOneListOfTheWorld() {
    Moment now = world.now();
    List<Long> together = world.accounts()
        .boxed()
        .flatMap(id -> now.posts(id, lastDay()))
        .map(Post::id)
        .sorted()
        .toList();
    assertThat(now.posts(lastDay(), Narrowing.NOTHING).map(Post::id).sorted().toList()).isEqualTo(together)
        .hasSizeGreaterThan(200);
  }

  @Test
  void range_cutsTheListOfAnAccountExactly() {
    Moment now = world.now();
    long busiest = world.accounts()
        .boxed()
        .max((a, b) -> Long.compare(now.posts(a, IdRange.ALL).count(), now.posts(b, IdRange.ALL).count()))
        .orElseThrow();
    List<Long> all = now.posts(busiest, IdRange.ALL).map(Post::id).toList();
    assertThat(all).isSortedAccordingTo((a, b) -> Long.compare(b, a)).hasSizeGreaterThan(100);
    IdRange range = new IdRange(all.get(60), all.get(20));
    assertThat(now.posts(busiest, range).map(Post::id)).isEqualTo(all.subList(20, 60));
    assertThat(now.nthNewest(busiest, 50)).isEqualTo(all.get(49));
    assertThat(now.nthNewest(busiest, all.size() + 1_000)).isZero();
  }

  @Test
  void nothing_isOlderThanTheBeginning() {
    HandClock dawn = new HandClock("2026-01-01T06:00:00Z");
    World young = World.open(world.settings(), dawn);
    assertThat(young.now().posts(IdRange.ALL, Narrowing.NOTHING)).isNotEmpty()
        .allSatisfy(post -> assertThat(post.createdAt()).isBetween(young.settings().beginning(), dawn.instant()));
  }

  @Test
  void editedPost_isListedInItsLatestVersionOnly_andEachVersionIsFound() {
    Moment now = world.now();
    List<Post> edited = now.posts(IdRange.ALL, Narrowing.NOTHING)
        .filter(post -> post.versions().size() > 1)
        .limit(20)
        .toList();
    assertThat(edited).hasSize(20).allSatisfy(post -> {
      assertThat(post.id()).isEqualTo(post.versions().getLast());
      Post first = now.post(post.origin()).orElseThrow();
      assertThat(first.versions()).isEqualTo(post.versions());
      assertThat(first.body().text()).isNotEqualTo(post.body().text());
      assertThat(now.engagement(first)).isEqualTo(now.engagement(post));
      assertThat(Duration.between(first.createdAt(), post.createdAt())).isLessThan(Duration.ofMinutes(30));
      assertThat(world.at(first.createdAt()).post(post.id())).isEmpty();
      assertThat(world.at(first.createdAt()).post(first.id()).orElseThrow().versions()).containsExactly(first.id());
    });
  }

  @Test
  void retweet_hasTheTextOfAnEarlierOriginalOfSomeoneFollowed() {
    Moment now = world.now();
    List<Post> retweets = now.posts(IdRange.ALL, Narrowing.NOTHING)
        .filter(post -> post.kind() == Post.Kind.RETWEET)
        .limit(50)
        .toList();
    assertThat(retweets).hasSize(50).allSatisfy(post -> {
      Post original = now.post(Objects.requireNonNull(post.reference()).id()).orElseThrow();
      assertThat(original.kind()).isEqualTo(Post.Kind.ORIGINAL);
      assertThat(original.createdAt()).isBefore(post.createdAt());
      assertThat(post.body().text()).isEqualTo(original.body().text());
      assertThat(world.followees(post.authorId())).contains(original.authorId());
    });
  }

  @Test
  void entities_standWhereTheySay() {
    world.now().posts(lastDay(), Narrowing.NOTHING).forEach(post -> {
      int[] codePoints = post.body().text().codePoints().toArray();
      for (Entity entity : post.body().entities()) {
        String part = new String(codePoints, entity.start(), entity.end() - entity.start());
        assertThat(part).isEqualTo(switch (entity) {
          case Entity.Hashtag tag -> "#" + tag.tag();
          case Entity.Mention mention -> "@" + mention.screenName();
          case Entity.Link link -> "https://t.co/" + link.code();
        });
      }
    });
  }

  @Test
  void accounts_areFoundByIdAndByName() {
    Moment now = world.now();
    world.accounts().forEach(id -> {
      Account account = now.account(id).orElseThrow();
      assertThat(now.account(account.screenName())).contains(account);
      assertThat(account.screenName()).hasSizeLessThanOrEqualTo(15);
      assertThat(AccountIds.id(account.number())).isEqualTo(id);
    });
    assertThat(now.account("nobody")).isEmpty();
    assertThat(now.account("nobody99999999999")).isEmpty();
    assertThat(now.account(12345)).isEmpty();
    assertThat(now.account(-1)).isEmpty();
  }

  @Test
  void nonsenseSettings_areRefusedWithTheReason() {
    assertThatThrownBy(() -> WorldSettings.defaults().withAccounts(-1)).isInstanceOf(SimulatorException.class)
        .hasMessageContaining("-1");
    assertThatThrownBy(() -> WorldSettings.defaults().withPostsPerDay(Double.NaN))
        .isInstanceOf(SimulatorException.class);
    assertThatThrownBy(() -> new WorldSettings.Upheaval(2, 0, 0, 0, 0)).hasMessageContaining("2.0");
  }

  @Test
  void emptyWorld_answersEverything() {
    World empty = World.open(WorldSettings.defaults().withAccounts(0), clock);
    assertThat(empty.now().posts(lastDay(), Narrowing.NOTHING)).isEmpty();
    assertThat(empty.accounts()).isEmpty();
    assertThat(empty.now().find(1L << 50)).isEqualTo(new Sighting.Gone());
  }

  private static IdRange lastDay() {
    return IdRange.between(NOON.minus(Duration.ofDays(1)), NOON.plusSeconds(1));
  }

  private static List<Long> newest(World world, int count) {
    return world.now().posts(IdRange.ALL, Narrowing.NOTHING).limit(count).map(Post::id).toList();
  }
}
