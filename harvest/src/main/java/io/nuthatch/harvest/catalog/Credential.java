package io.nuthatch.harvest.catalog;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a platform knows us by, without its values: those never leave but for a harvest. */
public record Credential(String id, String owner, String platform, String name, boolean active, Instant createdAt) {

  /** How many collections harvest by it: on, off, and streams among those that are on, of which most platforms allow one. */
  public record Uses(long on, long off, long streams) {
  }

  Map<String, @Nullable String> fields() {
    Map<String, @Nullable String> fields = new LinkedHashMap<>();
    fields.put("name", name);
    fields.put("platform", platform);
    fields.put("owner", owner);
    fields.put("is_active", Boolean.toString(active));
    return fields;
  }
}
