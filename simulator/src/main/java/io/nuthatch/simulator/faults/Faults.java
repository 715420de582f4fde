package io.nuthatch.simulator.faults;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

/** The rules in force. Several may strike one call. Any number of threads. */
public final class Faults {

  private static final class Armed {

    private final FaultRule rule;
    private final Pattern path;
    private final Optional<SplittableRandom> random;
    private long calls;

    Armed(FaultRule rule) {
      this.rule = rule;
      path = rule.pattern();
      random = rule.frequency() instanceof Frequency.Sometimes sometimes
          ? Optional.of(new SplittableRandom(sometimes.seed()))
          : Optional.empty();
    }

    boolean strikes() {
      calls++;
      return switch (rule.frequency()) {
        case Frequency.Always always -> true;
        case Frequency.Sometimes sometimes -> random.orElseThrow().nextDouble() < sometimes.probability();
        case Frequency.Nth nth -> calls == nth.n();
        case Frequency.Next next -> calls <= next.calls();
      };
    }
  }

  private final Map<Integer, Armed> rules = new LinkedHashMap<>();
  private int lastId;

  /** Puts a rule in force and returns the number by which it can be taken back. */
  public synchronized int add(FaultRule rule) {
    rules.put(++lastId, new Armed(rule));
    return lastId;
  }

  /** False when there is no such rule. */
  public synchronized boolean remove(int id) {
    return rules.remove(id) != null;
  }

  public synchronized void clear() {
    rules.clear();
  }

  public synchronized Map<Integer, FaultRule> rules() {
    Map<Integer, FaultRule> all = new LinkedHashMap<>();
    rules.forEach((id, armed) -> all.put(id, armed.rule));
    return all;
  }

  /** What strikes a call to this path now. */
  public synchronized Mischief strike(String path, Instant now) {
    if (rules.isEmpty()) {
      return Mischief.NONE;
    }
    List<Fault> faults = new ArrayList<>();
    for (Armed armed : rules.values()) {
      Instant until = armed.rule.until();
      boolean over = until != null && !now.isBefore(until);
      if (!over && armed.path.matcher(path).matches() && armed.strikes()) {
        faults.add(armed.rule.fault());
      }
    }
    return faults.isEmpty() ? Mischief.NONE : new Mischief(List.copyOf(faults));
  }
}
