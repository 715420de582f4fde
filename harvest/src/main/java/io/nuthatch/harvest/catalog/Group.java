package io.nuthatch.harvest.catalog;

import java.time.Instant;

/** People who work on the same collection sets. */
public record Group(String id, String name, Instant createdAt) {

  /** What a member may do with the collections of the group. */
  public enum Role {
    READER,
    EDITOR
  }

  public record Member(String operator, Role role) {
  }
}
