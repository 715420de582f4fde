package io.nuthatch.simulator.platform.twitter2;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LongSetPropertyTest {

  @Test
  void set_agreesWithTheJdks() {
    long seed = 7;
    Random random = new Random(seed);
    LongSet set = new LongSet();
    Set<Long> model = new HashSet<>();
    for (int i = 0; i < 100_000; i++) {
      long id = 1 + random.nextLong(60_000) * (i % 2 == 0 ? 1 : 1L << 40);
      assertThat(set.add(id)).as("seed %d, step %d", seed, i).isEqualTo(model.add(id));
    }
    set.clear();
    assertThat(set.add(1)).isTrue();
  }
}
