package io.nuthatch.app;

/** What a node does. A node may have any number of roles; by default it has all. */
public enum Role {
  API,
  HARVESTER,
  REFRESHER,
  FEEDER,
  EXPORTER,
  ARCHIVIST,
  RESEARCHER,
  SCHEDULER
}
