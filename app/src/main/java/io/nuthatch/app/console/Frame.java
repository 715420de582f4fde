package io.nuthatch.app.console;

import io.nuthatch.app.node.Node;
import io.nuthatch.app.security.Caller;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What surrounds every page: who looks, at which area, the node's state as it is now, and what the last form led to.
 *
 * @param formToken proves that a form came from this session
 */
public record Frame(Area area, Caller caller, String formToken, Node.Status status, @Nullable String error) {

  public List<Area> navigation() {
    return Area.visibleTo(caller.access());
  }
}
