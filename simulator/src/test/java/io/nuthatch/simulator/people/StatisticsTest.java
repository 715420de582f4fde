package io.nuthatch.simulator.people;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.simulator.HandClock;
import io.nuthatch.simulator.people.WorldSettings.Upheaval;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The shape of the world: few are followed by many, attention comes fast and goes slowly, nights are quiet. */
class StatisticsTest {

  private static final Duration LONG_AFTER = Duration.ofDays(4_000);

  private final HandClock clock = new HandClock("2026-03-10T12:00:00Z");
  private final World world = World.open(WorldSettings.defaults().withUpheaval(Upheaval.NONE), clock);

  @Test
  void followers_areHeavyTailed() {
    long[] inDegrees = new long[1_000];
    int[] outDegrees = new int[1_000];
    for (long id : world.accounts().toArray()) {
      long[] followees = world.followees(id).toArray();
      outDegrees[AccountIds.account(id)] = followees.length;
      LongStream.of(followees).forEach(followee -> inDegrees[AccountIds.account(followee)]++);
    }
    long all = Arrays.stream(inDegrees).sum();
    long top = Arrays.stream(inDegrees).limit(10).sum();
    assertThat(all / 1_000.0).isBetween(20.0, 70.0);
    assertThat(top / (double) all).as("share of the ten most followed of a thousand").isBetween(0.15, 0.6);
    assertThat(Arrays.stream(inDegrees).sorted().skip(500).findFirst().orElseThrow()).as("median").isLessThan(30);
    assertThat(Arrays.stream(outDegrees).max().orElseThrow()).isGreaterThan(150);
    long famous = world.accounts().findFirst().orElseThrow();
    assertThat(world.followers(famous).count()).isEqualTo(inDegrees[0]);
  }

  @Test
  void shownFollowers_spanOrdersOfMagnitude() {
    long[] followers = world.accounts()
        .map(id -> world.now().account(id).orElseThrow().tally().followers())
        .sorted()
        .toArray();
    assertThat(followers[0]).isLessThan(1_000);
    assertThat(followers[999]).isGreaterThan(1_000_000);
    assertThat(followers[990] / followers[500]).isGreaterThan(20);
  }

  @Test
  void halfLifeOfAttention_hasItsMedianAtEighteenMinutes() {
    List<Post> posts = popular(2_000);
    double[] halfLives = posts.stream().mapToDouble(this::halfLifeMinutes).sorted().toArray();
    double median = halfLives[halfLives.length / 2];
    assertThat(median).isBetween(18 * 0.9, 18 * 1.1);
    assertThat(halfLives[halfLives.length * 95 / 100]).as("one in twenty lives for more than an hour")
        .isGreaterThan(60);
    assertThat(halfLives[halfLives.length * 5 / 100]).isLessThan(8);
  }

  @Test
  void attention_neverFallsAndHasAHeavyTail() {
    double lateShare = 0;
    List<Post> posts = popular(500);
    for (Post post : posts) {
      long before = 0;
      for (long minutes = 1; minutes < 60 * 24 * 30; minutes = minutes * 3 / 2 + 1) {
        long views = viewsAt(post, Duration.ofMinutes(minutes));
        assertThat(views).isGreaterThanOrEqualTo(before);
        before = views;
      }
      lateShare += 1 - viewsAt(post, Duration.ofHours(6)) / (double) viewsAt(post, LONG_AFTER);
    }
    assertThat(lateShare / posts.size()).as("part of the attention after six hours").isBetween(0.04, 0.2);
  }

  @Test
  void totals_areVeryUnequal() {
    long[] likes = popular(5_000).stream()
        .mapToLong(post -> world.at(post.createdAt().plus(LONG_AFTER)).engagement(post).likes())
        .sorted()
        .toArray();
    long all = Arrays.stream(likes).sum();
    long top = Arrays.stream(likes).skip(4_950).sum();
    assertThat(top / (double) all).as("share of the top one in a hundred").isGreaterThan(0.3);
  }

  @Test
  void posting_followsTheRate() {
    Instant end = Instant.parse("2026-03-09T00:00:00Z");
    IdRange fourWeeks = IdRange.between(end.minus(Duration.ofDays(28)), end);
    World quiet = World.open(WorldSettings.defaults().withUpheaval(Upheaval.NONE).withPostsPerDay(2), clock);
    long count = quiet.now().posts(fourWeeks, Narrowing.NOTHING).count();
    assertThat(count / 28.0 / 1_000).isBetween(1.6, 2.4);
    double[] rates = world.accounts()
        .mapToDouble(id -> world.now().posts(id, fourWeeks).count() / 28.0)
        .sorted()
        .toArray();
    assertThat(rates[500]).isLessThan(3.5);
    assertThat(rates[990]).isGreaterThan(15);
  }

  @Test
  void oneAccount_sleeps() {
    Rhythm rhythm = new Rhythm(WorldSettings.defaults().withAccounts(1).withPostsPerDay(900));
    int[] byHour = new int[24];
    long first = Instant.parse("2026-01-05T00:00:00Z").toEpochMilli();
    for (long slot = rhythm.slot(0, first); slot < rhythm.slot(0, first + 70 * 24 * Rhythm.HOUR); slot++) {
      long birth = rhythm.birth(0, slot);
      if (birth != Rhythm.NONE) {
        byHour[Instant.ofEpochMilli(birth).atOffset(ZoneOffset.UTC).getHour()]++;
      }
    }
    int most = Arrays.stream(byHour).max().orElseThrow();
    int least = Arrays.stream(byHour).min().orElseThrow();
    assertThat(most).isGreaterThan(5 * least);
  }

  /** Originals of the well-known, whose numbers are large enough to measure a curve by. */
  private List<Post> popular(int count) {
    return world.now()
        .posts(IdRange.ALL, Narrowing.NOTHING)
        .filter(post -> post.kind() == Post.Kind.ORIGINAL)
        .filter(post -> viewsAt(post, LONG_AFTER) > 500)
        .limit(count)
        .toList();
  }

  private double halfLifeMinutes(Post post) {
    long half = viewsAt(post, LONG_AFTER) / 2;
    long low = 0;
    long high = Duration.ofDays(30).toMillis();
    while (high - low > 1_000) {
      long middle = (low + high) / 2;
      if (viewsAt(post, Duration.ofMillis(middle)) < half) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high / 60_000.0;
  }

  private long viewsAt(Post post, Duration age) {
    return world.at(post.createdAt().plus(age)).engagement(post).views();
  }
}
