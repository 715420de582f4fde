package io.nuthatch.simulator.people;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.simulator.HandClock;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Size costs time only where it is looked at, and no memory. */
@Tag("slow")
class MillionPostsTest {

  private static final int MILLION = 1_000_000;

  private final HandClock clock = new HandClock("2026-06-30T12:00:00Z");

  @Test
  void aMillionPosts_areWrittenWithoutKeepingThem() {
    World world = World.open(WorldSettings.defaults().withAccounts(2_000).withPostsPerDay(8), clock);
    Moment now = world.now();
    now.posts(IdRange.ALL, Narrowing.NOTHING).limit(MILLION / 10).forEach(post -> {
    });
    long before = usedMemory();
    long start = System.nanoTime();
    long characters = now.posts(IdRange.ALL, Narrowing.NOTHING)
        .limit(MILLION)
        .mapToLong(post -> post.body().text().length())
        .sum();
    double seconds = (System.nanoTime() - start) / 1e9;
    long growth = usedMemory() - before;
    System.out.printf("a million posts, %d MB of text: %.0f posts/s, memory grown by %.1f MB%n", characters >> 20,
        MILLION / seconds, growth / 1e6);
    assertThat(growth).isLessThan(30_000_000);
    assertThat(seconds).isLessThan(20);
  }

  @Test
  void hundredMillionPosts_areOneLookAway() {
    // 200,000 accounts with 4 posts a day since January: about 144 million posts.
    World world = World.open(WorldSettings.defaults().withAccounts(200_000), clock);
    Moment now = world.now();
    long account = world.accounts().skip(150_000).findFirst().orElseThrow();
    long start = System.nanoTime();
    Post post = now.posts(account, IdRange.ALL).findFirst().orElseThrow();
    assertThat(now.post(post.id())).contains(post);
    Instant week = clock.instant().minus(Duration.ofDays(7));
    long found = now.posts(IdRange.between(week, clock.instant()), new Narrowing(Set.of("zugzwang"), null))
        .filter(other -> other.body().text().contains("zugzwang"))
        .limit(100)
        .count();
    double millis = (System.nanoTime() - start) / 1e6;
    System.out.printf("200,000 accounts: a timeline, a post and a search of 100 in %.0f ms%n", millis);
    assertThat(found).isEqualTo(100);
    assertThat(millis).isLessThan(5_000);
  }

  private static long usedMemory() {
    var memory = ManagementFactory.getMemoryMXBean();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      least = Math.min(least, memory.getHeapMemoryUsage().getUsed());
    }
    return least;
  }
}
