package io.nuthatch.app.api;

import io.nuthatch.app.Problem;
import io.nuthatch.harvest.catalog.Collection;
import io.nuthatch.harvest.catalog.CollectionPlan;
import io.nuthatch.harvest.catalog.CollectionPlan.Visibility;
import io.nuthatch.harvest.catalog.Schedule;
import io.nuthatch.harvest.catalog.Timing;
import io.nuthatch.model.message.MessageTime;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A collection as the API shows and takes it: the names of the first four fields are those Social Feed Manager gave them. */
public record CollectionView(String collectionId, String harvestType, String name, boolean isOn, boolean isActive,
    String collectionSetId, String description, @Nullable String link, @Nullable String credentialId, String schedule,
    @Nullable Instant startDate, @Nullable Instant endDate, Visibility visibility, Map<String, JsonNode> options,
    @Nullable Instant nextRun, @Nullable String refusal, Instant createdAt) {

  static CollectionView of(Collection collection) {
    CollectionPlan plan = collection.plan();
    Collection.State state = collection.state();
    return new CollectionView(collection.id(), plan.type(), plan.name(), state.on(), state.active(), collection.setId(),
        plan.description(), plan.link(), plan.credentialId(), plan.schedule().timing().toString(),
        plan.schedule().start(), plan.schedule().end(), plan.visibility(), plan.options(), state.nextRun(),
        state.refusal(), collection.createdAt());
  }

  /**
   * A collection to make, or what to change of one; null leaves a thing as it is, and an empty text takes it away.
   *
   * @param schedule {@code by hand}, {@code once}, {@code every 4h}, {@code cron 0 4 * * * Europe/Vienna}
   * @param startDate a time; without an offset it is UTC
   */
  public record Plan(@Nullable String name, @Nullable String description, @Nullable String link,
      @Nullable String credentialId, @Nullable String schedule, @Nullable String startDate, @Nullable String endDate,
      @Nullable Visibility visibility, @Nullable Map<String, JsonNode> options) {

    /** As a collection would be that was like this one but for what is said here. */
    public CollectionPlan over(CollectionPlan before) {
      Schedule was = before.schedule();
      Schedule becomes = new Schedule(schedule == null ? was.timing() : Timing.parse(schedule),
          time("start_date", startDate, was.start()), time("end_date", endDate, was.end()));
      return new CollectionPlan(Objects.requireNonNullElse(name, before.name()),
          Objects.requireNonNullElse(description, before.description()), link == null ? before.link() : link,
          before.type(), credentialId == null ? before.credentialId() : credentialId, becomes,
          Objects.requireNonNullElse(visibility, before.visibility()),
          Objects.requireNonNullElse(options, before.options()));
    }

    private static @Nullable Instant time(String field, @Nullable String text, @Nullable Instant before) {
      if (text == null) {
        return before;
      }
      try {
        return text.isBlank() ? null : MessageTime.read(text.strip());
      } catch (DateTimeException e) {
        throw Problem.bad(field + " takes a time such as 2026-11-15T09:00Z, not '" + text + "'");
      }
    }
  }
}
