package io.nuthatch.harvest.catalog;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that is captured again and again: what, from where, how often.
 *
 * @param homeSetId the set under whose directory its files are, wherever it has moved since
 */
public record Collection(String id, String setId, String homeSetId, CollectionPlan plan, State state,
    Instant createdAt) {

  /**
   * Whether and when it is harvested.
   *
   * @param on whether it is harvested
   * @param active false once it is finished: kept, not changed, not turned on
   * @param nextRun when its next harvest is due, or null
   * @param refusal why its last scheduled harvest was not asked for, or null
   */
  public record State(boolean on, boolean active, @Nullable Instant nextRun, @Nullable String refusal) {
  }

  public String name() {
    return plan.name();
  }

  public String type() {
    return plan.type();
  }

  Collection with(CollectionPlan other) {
    return new Collection(id, setId, homeSetId, other, state, createdAt);
  }

  Collection with(State other) {
    return new Collection(id, setId, homeSetId, plan, other, createdAt);
  }

  Collection inSet(String other) {
    return new Collection(id, other, homeSetId, plan, state, createdAt);
  }

  Map<String, @Nullable String> fields() {
    Map<String, @Nullable String> fields = new LinkedHashMap<>();
    plan.addTo(fields);
    fields.put("collection_set", setId);
    fields.put("is_on", Boolean.toString(state.on));
    fields.put("is_active", Boolean.toString(state.active));
    return fields;
  }
}
