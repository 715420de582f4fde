package io.nuthatch.benchmarks;

import java.util.List;
import java.util.stream.IntStream;

/** What one contestant reached, round by round. */
public record Series(List<Double> values) {

  public Series {
    values = List.copyOf(values);
  }

  public double median() {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  /** Round by round. */
  Series ratioTo(Series other) {
    return new Series(IntStream.range(0, values.size()).mapToObj(i -> values.get(i) / other.values.get(i)).toList());
  }
}
