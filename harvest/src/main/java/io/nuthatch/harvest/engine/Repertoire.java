package io.nuthatch.harvest.engine;

import io.nuthatch.harvest.HarvestType;
import io.nuthatch.harvest.PlatformAdapter;
import io.nuthatch.model.message.RoutingKeys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What this node can harvest, by the name of the type, and the topics under which it is asked for. */
final class Repertoire {

  private static final List<String> ANY = List.of("harvest.start.*", "harvest.start.*.*");
  private static final List<String> ANY_PRIORITY = List.of("harvest.start.*.*" + RoutingKeys.PRIORITY);

  /** A type of harvest and the adapter that speaks to its platform. */
  record Piece(PlatformAdapter adapter, HarvestType type) {

    private String startKey(boolean priority) {
      boolean web = adapter.platform().equals(type.name());
      return web
          ? "harvest.start." + type.name() + (priority ? RoutingKeys.PRIORITY : "")
          : RoutingKeys.start(adapter.platform(), type.name(), priority);
    }
  }

  private final Map<String, Piece> pieces = new HashMap<>();
  private final Set<String> switchedOff;

  Repertoire(List<PlatformAdapter> adapters, Set<String> switchedOff) {
    this.switchedOff = Set.copyOf(switchedOff);
    for (PlatformAdapter adapter : adapters) {
      for (HarvestType type : adapter.types()) {
        if (pieces.put(type.name(), new Piece(adapter, type)) != null) {
          throw new IllegalArgumentException("two adapters offer the type " + type.name());
        }
      }
    }
  }

  Optional<Piece> find(String type) {
    return Optional.ofNullable(pieces.get(type));
  }

  /** Everything, or each type by name when some are left to others: a topic cannot be taken back from a wider one. */
  List<String> topics(boolean priority) {
    if (switchedOff.isEmpty()) {
      return priority ? ANY_PRIORITY : ANY;
    }
    return named(priority, false);
  }

  /** Topics a queue may still be bound to from a time when the settings were others. */
  List<String> formerTopics(boolean priority) {
    List<String> former = new ArrayList<>(named(priority, true));
    if (switchedOff.isEmpty()) {
      former.addAll(named(priority, false));
    } else {
      former.addAll(priority ? ANY_PRIORITY : ANY);
    }
    return former;
  }

  private List<String> named(boolean priority, boolean off) {
    return pieces.values().stream().filter(piece -> switchedOff.contains(piece.type.name()) == off)
        .map(piece -> piece.startKey(priority)).sorted().toList();
  }
}
