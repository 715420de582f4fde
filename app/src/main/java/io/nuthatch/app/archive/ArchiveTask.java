package io.nuthatch.app.archive;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Long work on the archive that somebody asked for.
 *
 * @param request what was asked for
 * @param report how far it is, and in the end what came of it
 */
// Eight components: a task is one row of its table and one object of the API.
public record ArchiveTask(long id, Kind kind, State state, String actor, JsonNode request, JsonNode report,
    Instant createdAt, @Nullable Instant finishedAt) {

  public enum Kind {
    /** Hold files against the digests they were sealed with. */
    FIXITY,
    /** Make the indexes of a file anew. */
    INDEX,
    /** Make content anew from the files. */
    REBUILD,
    /** Take posts out of the files. */
    TAKEDOWN,
    /** Read a file to its end, with everything in it. */
    VERIFY
  }

  public enum State {
    WAITING,
    RUNNING,
    DONE,
    FAILED;

    boolean over() {
      return this == DONE || this == FAILED;
    }
  }
}
