package io.nuthatch.model.message;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;

/** Tells that a WARC is finished and will not change: {@code warc_created}. */
public record WarcCreated(Warc warc, @Nullable Reference collectionSet, @Nullable Reference collection,
    Origin harvest) {

  public record Warc(String id, String path, String sha1, long bytes,
      @JsonDeserialize(using = MessageTime.class) @Nullable Instant dateCreated) {
  }

  /** The harvest that made it. */
  public record Origin(String id, String type) {
  }
}
