package io.nuthatch.simulator.faults;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.nuthatch.simulator.SimulatorException;

/** How often a fault strikes among the calls that its rule matches. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({@JsonSubTypes.Type(value = Frequency.Always.class, name = "always"),
    @JsonSubTypes.Type(value = Frequency.Sometimes.class, name = "sometimes"),
    @JsonSubTypes.Type(value = Frequency.Nth.class, name = "nth"),
    @JsonSubTypes.Type(value = Frequency.Next.class, name = "next")})
public sealed interface Frequency {

  record Always() implements Frequency {
  }

  /** With a probability; the same seed strikes the same calls. */
  record Sometimes(double probability, long seed) implements Frequency {

    public Sometimes {
      if (!(probability >= 0 && probability <= 1)) {
        throw SimulatorException.callers("a probability lies between 0 and 1, not " + probability);
      }
    }
  }

  /** Once, at the n-th call from now; 1 is the next. */
  record Nth(int n) implements Frequency {
  }

  /** At the next so many calls. */
  record Next(int calls) implements Frequency {
  }
}
