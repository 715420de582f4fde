package io.nuthatch.feed.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.feed.content.PostRow.Captures;
import io.nuthatch.feed.content.PostRow.Count;
import io.nuthatch.feed.content.PostRow.Identity;
import io.nuthatch.feed.content.PostRow.Mark;
import io.nuthatch.feed.content.PostRow.Outcome;
import io.nuthatch.feed.content.PostRow.Standing;
import io.nuthatch.feed.content.PostRow.Words;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * However sightings of a post are shuffled and repeated, the latest text and counters, the first and the latest capture
 * and the set of observations are those of the sightings in their own order.
 */
class PostRowPropertyTest {

  private static final long SEED = Long.getLong("content.seed", System.nanoTime());

  @Test
  void orderOfArrival_doesNotMatter() {
    Random random = new Random(SEED);
    for (int round = 0; round < 2_000; round++) {
      List<PostRow> sightings = new ArrayList<>();
      int count = 1 + random.nextInt(8);
      for (int i = 0; i < count; i++) {
        sightings.add(sighting(i, random));
      }
      List<PostRow> shuffled = new ArrayList<>(sightings);
      shuffled.add(sightings.get(random.nextInt(count)));
      Collections.shuffle(shuffled, random);
      assertThat(end(shuffled)).as("seed %d, round %d, order %s", SEED, round, shuffled).isEqualTo(end(sightings));
    }
  }

  private static PostRow sighting(int minute, Random random) {
    Instant at = Samples.NOON.plusSeconds(60L * minute);
    Mark mark = new Mark(at, random.nextInt(3), random.nextLong(1_000));
    Count count = random.nextInt(3) == 0 ? null : new Count(at, new byte[]{(byte) random.nextInt(4)});
    return new PostRow(1, new Identity(1, "x", 1, null), new Words("text " + random.nextInt(3), null, 1, null), count,
        new Captures(mark, mark), Standing.GOOD);
  }

  private static String end(List<PostRow> sightings) {
    PostRow row = sightings.getFirst();
    Map<Instant, Byte> observations = new TreeMap<>();
    for (PostRow seen : sightings.subList(1, sightings.size())) {
      Outcome outcome = row.seenAgain(seen);
      assertThat(outcome.changed() || outcome.row().equals(row)).isTrue();
      row = outcome.row();
      Count past = outcome.pastCount();
      if (past != null) {
        assertThat(observations.put(past.at(), past.counters()[0])).isIn(null, past.counters()[0]);
      }
    }
    Count latest = row.count();
    if (latest != null) {
      observations.put(latest.at(), latest.counters()[0]);
    }
    return row.words().text() + " " + row.captures() + " " + observations + " "
        + (latest == null ? "uncounted" : latest.at());
  }
}
