package io.nuthatch.simulator.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.simulator.HandClock;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.IdRange;
import io.nuthatch.simulator.people.Moment;
import io.nuthatch.simulator.people.Narrowing;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.people.World;
import io.nuthatch.simulator.people.WorldSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Random queries over a day of a computed world, against a matcher that is slow and plain. */
class QueryPropertyTest {

  private static final List<String> WORDS = List.of("the", "vinyl", "GOAL", "today", "storm", "de", "corrected",
      "absent", "zugzwang");
  private static final List<String> TAGS = List.of("NowPlaying", "storm", "Absent", "otd");

  private final World world = World.open(WorldSettings.defaults().withAccounts(120),
      new HandClock("2026-03-10T12:00:00Z"));
  private final Moment now = world.now();
  private final List<Post> posts = now.posts(lastDay(), Narrowing.NOTHING).toList();
  private final Map<Long, String> texts = new HashMap<>();
  private final List<String> names = world.accounts()
      .limit(6)
      .mapToObj(id -> now.account(id).orElseThrow().screenName())
      .toList();

  /** A query as text, with what it ought to mean. */
  private record Sample(String text, Predicate<Post> meaning) {
  }

  @Test
  void everyQuery_findsWhatThePlainMatcherFinds() {
    long seed = 20_260_310;
    Random random = new Random(seed);
    int hits = 0;
    for (int round = 0; round < 300; round++) {
      Sample sample = sample(random, 3);
      Query query = Query.parse(sample.text);
      List<Long> expected = posts.stream().filter(sample.meaning).map(Post::id).toList();
      List<Long> found = now.posts(lastDay(), new Narrower(now).narrow(query))
          .filter(post -> query.matches(new Subject(post, now)))
          .map(Post::id)
          .toList();
      assertThat(found).as("seed %d, round %d: %s", seed, round, sample.text).isEqualTo(expected);
      hits += found.size();
    }
    assertThat(hits).isPositive();
  }

  private Sample sample(Random random, int depth) {
    if (depth == 0 || random.nextInt(3) == 0) {
      return leaf(random);
    }
    Sample left = sample(random, depth - 1);
    Sample right = sample(random, depth - 1);
    return switch (random.nextInt(3)) {
      case 0 -> new Sample("(" + left.text + ") (" + right.text + ")", left.meaning.and(right.meaning));
      case 1 -> new Sample("(" + left.text + " OR " + right.text + ")", left.meaning.or(right.meaning));
      default -> new Sample("(" + left.text + " -(" + right.text + "))", left.meaning.and(right.meaning.negate()));
    };
  }

  private Sample leaf(Random random) {
    String word = WORDS.get(random.nextInt(WORDS.size()));
    String tag = TAGS.get(random.nextInt(TAGS.size()));
    String name = names.get(random.nextInt(names.size()));
    return switch (random.nextInt(8)) {
      case 0, 1 -> new Sample(word, post -> text(post).contains(" " + lower(word) + " "));
      case 2 -> new Sample("#" + tag, post -> (" " + lower(post.body().text()) + " ").contains("#" + lower(tag) + " "));
      case 3 -> new Sample("@" + name, post -> text(post).contains(" " + lower(name) + " "));
      case 4 -> new Sample("from:" + name, post -> name(post.authorId()).equals(name));
      case 5 -> new Sample("is:retweet", post -> post.kind() == Post.Kind.RETWEET);
      case 6 -> new Sample("has:links", post -> post.body().text().contains("https://t.co/"));
      default -> new Sample("lang:es", post -> post.body().language().equals("es"));
    };
  }

  /** Words with one space around each, links taken out. */
  private String text(Post post) {
    return texts.computeIfAbsent(post.id(), id -> normalised(post));
  }

  private String normalised(Post post) {
    String repeated = post.kind() == Post.Kind.RETWEET && post.reference() != null
        ? "rt " + name(post.reference().authorId()) + " "
        : "";
    return " "
        + lower(repeated + post.body().text().replaceAll("https://t.co/\\w+", " ")).replaceAll("[^\\p{L}\\p{N}_]+", " ")
        + " ";
  }

  private String name(long accountId) {
    return now.account(accountId).map(Account::screenName).orElse("");
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  private IdRange lastDay() {
    return IdRange.between(now.instant().minus(Duration.ofDays(1)), now.instant());
  }
}
