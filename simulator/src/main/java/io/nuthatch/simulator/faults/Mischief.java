package io.nuthatch.simulator.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The faults that strike one call. */
public record Mischief(List<Fault> faults) {

  public static final Mischief NONE = new Mischief(List.of());

  public <F extends Fault> Optional<F> find(Class<F> type) {
    return faults.stream().filter(type::isInstance).map(type::cast).findFirst();
  }

  public <F extends Fault> boolean has(Class<F> type) {
    return find(type).isPresent();
  }

  public Mischief and(Mischief more) {
    if (faults.isEmpty()) {
      return more;
    }
    return more.faults.isEmpty() ? this : new Mischief(Stream.concat(faults.stream(), more.faults.stream()).toList());
  }

  /** What a look-up answers in place of what it found. */
  public <T> List<T> muddle(List<T> found) {
    List<T> result = found;
    for (Fault fault : faults) {
      if (fault instanceof Fault.Muddle(Fault.Muddle.Disorder disorder)) {
        result = muddled(result, disorder);
      }
    }
    return result;
  }

  private static <T> List<T> muddled(List<T> found, Fault.Muddle.Disorder disorder) {
    if (disorder == Fault.Muddle.Disorder.REVERSED) {
      return found.reversed();
    }
    List<T> result = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      boolean third = i % 3 == 2;
      if (!third || disorder == Fault.Muddle.Disorder.DUPLICATES) {
        result.add(found.get(i));
      }
      if (third && disorder == Fault.Muddle.Disorder.DUPLICATES) {
        result.add(found.get(i));
      }
    }
    return result;
  }
}
