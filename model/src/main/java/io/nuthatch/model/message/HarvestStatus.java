package io.nuthatch.model.message;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * What a harvester tells about a harvest: {@code harvest.status.<platform>.<type>}. Figures and notes are all there are
 * so far; token updates and uids, by seed id, are what was found since the last status. {@code sequence} grows with
 * every status of a harvest, so that one that comes late is known; harvesters of others do not send it.
 *
 * @param stats items by day of harvest (2016-05-20) and label (photos)
 * @param service what performs the harvest, with {@code host} and {@code instance}
 */
public record HarvestStatus(String id, String status,
    @JsonDeserialize(using = MessageTime.class) @Nullable Instant dateStarted,
    @JsonDeserialize(using = MessageTime.class) @Nullable Instant dateEnded, List<Note> infos, List<Note> warnings,
    List<Note> errors, Map<String, Map<String, Long>> stats, Map<String, String> tokenUpdates,
    Map<String, String> uids, @Nullable WarcTotals warcs, @Nullable String service, @Nullable String host,
    @Nullable String instance, @Nullable Long sequence) {

  public static final String RUNNING = "running";
  public static final String STOPPING = "stopping";
  public static final String PAUSED = "paused";
  public static final String SUCCESS = "completed success";
  public static final String FAILURE = "completed failure";

  public HarvestStatus {
    infos = Objects.requireNonNullElse(infos, List.of());
    warnings = Objects.requireNonNullElse(warnings, List.of());
    errors = Objects.requireNonNullElse(errors, List.of());
    stats = Objects.requireNonNullElse(stats, Map.of());
    tokenUpdates = Objects.requireNonNullElse(tokenUpdates, Map.of());
    uids = Objects.requireNonNullElse(uids, Map.of());
  }
}
