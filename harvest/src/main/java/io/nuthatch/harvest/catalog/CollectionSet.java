package io.nuthatch.harvest.catalog;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collections that belong together, in the hands of one group. */
public record CollectionSet(String id, String groupId, String name, String description, Instant createdAt) {

  Map<String, @Nullable String> fields() {
    Map<String, @Nullable String> fields = new LinkedHashMap<>();
    fields.put("name", name);
    fields.put("description", description);
    fields.put("group", groupId);
    return fields;
  }
}
