package io.nuthatch.feed.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.model.Counters;
import org.junit.jupiter.api.Test;

class CounterBytesTest {

  @Test
  void counters_comeBack_inFewBytes() {
    assertThat(CounterBytes.encode(Counters.NONE)).isNull();
    assertThat(CounterBytes.decode(null)).isEqualTo(Counters.NONE);
    for (Counters counters : new Counters[]{new Counters(0, -1, -1, -1, -1, -1), new Counters(-1, -1, -1, -1, -1, 0),
        new Counters(126, 127, 128, 16_382, 16_383, Long.MAX_VALUE), new Counters(12, 3, 1, 0, 4_100, -1)}) {
      assertThat(CounterBytes.decode(CounterBytes.encode(counters))).isEqualTo(counters);
    }
    assertThat(CounterBytes.encode(new Counters(12, 3, 1, 0, 4_100, -1))).hasSize(6);
  }
}
