package io.nuthatch.harvest.catalog;

import io.nuthatch.model.Json;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What people decide about a collection.
 *
 * @param type of harvest; stays as it was when the collection was made
 * @param link where the collection is described in public, or null
 * @param credentialId by which its platform is asked; null where none is needed, or none chosen yet
 */
public record CollectionPlan(String name, String description, @Nullable String link, String type,
    @Nullable String credentialId, Schedule schedule, Visibility visibility, Map<String, JsonNode> options) {

  /** Who sees a collection beside admins and staff. */
  public enum Visibility {
    GROUP,
    ALL
  }

  public CollectionPlan {
    name = Words.name("a collection", name);
    description = Words.text("a description", description);
    link = Words.orNull(link);
    credentialId = Words.orNull(credentialId);
    options = Map.copyOf(options);
    if (link != null && !link.matches("https?://\\S{1,2000}")) {
      throw CatalogException.invalid("a link begins with https://, not " + link);
    }
  }

  /** For the group, by hand, without options. */
  public static CollectionPlan of(String name, String type) {
    return new CollectionPlan(name, "", null, type, null, Schedule.BY_HAND, Visibility.GROUP, Map.of());
  }

  public CollectionPlan withCredential(@Nullable String credential) {
    return new CollectionPlan(name, description, link, type, credential, schedule, visibility, options);
  }

  public CollectionPlan withSchedule(Schedule other) {
    return new CollectionPlan(name, description, link, type, credentialId, other, visibility, options);
  }

  public CollectionPlan withVisibility(Visibility other) {
    return new CollectionPlan(name, description, link, type, credentialId, schedule, other, options);
  }

  public CollectionPlan withOptions(Map<String, JsonNode> others) {
    return new CollectionPlan(name, description, link, type, credentialId, schedule, visibility, others);
  }

  void addTo(Map<String, @Nullable String> fields) {
    fields.put("name", name);
    fields.put("description", description);
    fields.put("link", link);
    fields.put("harvest_type", type);
    fields.put("credential", credentialId);
    fields.put("schedule", schedule.timing().toString());
    fields.put("start_date", text(schedule.start()));
    fields.put("end_date", text(schedule.end()));
    fields.put("visibility", text(visibility));
    options.entrySet().stream().sorted(Map.Entry.comparingByKey())
        .forEach(option -> fields.put("option " + option.getKey(), Json.write(option.getValue())));
  }

  private static @Nullable String text(@Nullable Object value) {
    return value == null
        ? null
        : value instanceof Enum<?> e
            ? e.name().toLowerCase(Locale.ROOT)
            : value.toString();
  }
}
