package io.nuthatch.benchmarks;

import java.util.ArrayList;
import java.util.List;

/**
 * Measures contestants in turn, round by round and in changing order, so that whatever happens to the machine happens to
 * all of them. The first rounds only warm up and do not count.
 */
public record Rounds(int warmUp, int counted) {

  /** Does its work once and says how much it did per second. */
  public interface Contestant {
    double measure() throws Exception;
  }

  /** What each contestant reached, in the order given. */
  public List<Series> measure(Contestant... contestants) throws Exception {
    List<List<Double>> measured = new ArrayList<>();
    for (int i = 0; i < contestants.length; i++) {
      measured.add(new ArrayList<>());
    }
    for (int round = 0; round < warmUp + counted; round++) {
      for (int turn = 0; turn < contestants.length; turn++) {
        int who = (turn + round) % contestants.length;
        double value = contestants[who].measure();
        if (round >= warmUp) {
          measured.get(who).add(value);
        }
      }
    }
    return measured.stream().map(Series::new).toList();
  }
}
