package io.nuthatch.model.message;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Asks a harvester to run a harvest: {@code harvest.start.<platform>.<type>}, and {@code harvest.start.web} for what was
 * found in posts, with the harvest it was found by as parent.
 */
public record HarvestStart(String id, @Nullable String parentId, String type, @Nullable String path,
    List<SeedReference> seeds, Map<String, JsonNode> options, Map<String, String> credentials,
    @Nullable Reference collectionSet, @Nullable Reference collection) {

  public HarvestStart {
    seeds = Objects.requireNonNullElse(seeds, List.of());
    options = Objects.requireNonNullElse(options, Map.of());
    credentials = Objects.requireNonNullElse(credentials, Map.of());
  }
}
