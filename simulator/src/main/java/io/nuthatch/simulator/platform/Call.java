package io.nuthatch.simulator.platform;

import io.nuthatch.simulator.faults.Mischief;
import io.nuthatch.simulator.people.Moment;
import java.util.Map;

/**
 * A call on its way through a platform.
 *
 * @param variables the parts of the path that an endpoint's template leaves open
 * @param moment the world as this call sees it
 * @param links where the addresses in the answer lead
 */
public record Call(Incoming incoming, Caller caller, Map<String, String> variables, Moment moment, Mischief mischief,
    Links links) {

  public Parameters parameters() {
    return incoming.parameters();
  }

  public String variable(String name) {
    return variables.getOrDefault(name, "");
  }
}
