package io.nuthatch.harvest.engine;

import io.nuthatch.harvest.FetchFlow;
import io.nuthatch.harvest.HarvestType;
import io.nuthatch.harvest.RestFlow;
import io.nuthatch.harvest.StreamFlow;
import io.nuthatch.model.message.RoutingKeys;

/** Harvests that share workers: those that cannot wait, those that never end and those of the web do not hold up the rest. */
enum Lane {
  REST("harvest"),
  PRIORITY("harvest.priority"),
  STREAM("harvest.stream"),
  WEB("harvest.web");

  private final String namespace;

  Lane(String namespace) {
    this.namespace = namespace;
  }

  /** Of the jobs in the queue. */
  String namespace() {
    return namespace;
  }

  int workers(HarvesterSettings.Lanes lanes) {
    return switch (this) {
      case REST -> lanes.rest();
      case PRIORITY -> lanes.priority();
      case STREAM -> lanes.streams();
      case WEB -> lanes.web();
    };
  }

  static Lane of(HarvestType type, String startKey) {
    return switch (type.flow()) {
      case StreamFlow _ -> STREAM;
      case FetchFlow _ -> WEB;
      case RestFlow _ -> startKey.endsWith(RoutingKeys.PRIORITY) ? PRIORITY : REST;
    };
  }
}
