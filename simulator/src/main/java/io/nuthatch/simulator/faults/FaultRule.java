package io.nuthatch.simulator.faults;

import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * When a fault strikes.
 *
 * @param path a path in which {@code *} stands for any text
 * @param until by the world's clock; without it the rule holds until it is removed
 */
public record FaultRule(String path, Fault fault, Frequency frequency, @Nullable Instant until) {

  public static FaultRule always(String path, Fault fault) {
    return new FaultRule(path, fault, new Frequency.Always(), null);
  }

  public static FaultRule next(int calls, String path, Fault fault) {
    return new FaultRule(path, fault, new Frequency.Next(calls), null);
  }

  public static FaultRule nth(int n, String path, Fault fault) {
    return new FaultRule(path, fault, new Frequency.Nth(n), null);
  }

  public static FaultRule sometimes(double probability, long seed, String path, Fault fault) {
    return new FaultRule(path, fault, new Frequency.Sometimes(probability, seed), null);
  }

  public FaultRule until(Instant end) {
    return new FaultRule(path, fault, frequency, end);
  }

  Pattern pattern() {
    return Pattern.compile(("\\Q" + path + "\\E").replace("*", "\\E.*\\Q"));
  }
}
