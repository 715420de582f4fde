package io.nuthatch.harvest;

import io.nuthatch.harvest.HarvestType.Flow;
import io.nuthatch.model.message.SeedReference;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A harvest of a stream that stays open until it is told to stop. The adapter says how to open it and what its lines
 * mean; reading, reconnecting, cutting into records and files is done for it.
 */
public non-sealed interface StreamFlow extends Flow {

  /** What a line of the stream is. */
  sealed interface Line {

    Line KEEP_ALIVE = new KeepAlive();
    Line ITEM = new ItemLine();

    record KeepAlive() implements Line {
    }

    record ItemLine() implements Line {
    }

    /** Said by the platform beside the items: a limit, a warning; goes into the infos under this code. */
    record Notice(String code, String message) implements Line {
    }

    /** The platform is about to close the stream. */
    record Farewell(String code, String message) implements Line {
    }
  }

  /** Prepares what the stream needs (rules, for one) and returns the call that opens it. */
  ApiCall open(List<SeedReference> seeds, Session session);

  Line read(String line);

  /** Silence longer than this means the connection is dead. */
  Duration longestSilence();

  /** How long to wait before the next attempt: after a broken connection, a refusal, or too many calls. */
  Duration pause(Break kind, int attempt);

  /** Why a stream ended. */
  enum Break {
    NETWORK,
    HTTP_ERROR,
    TOO_MANY
  }

  /** Calls for what the stream said between the times, as far as the platform lets one. */
  Reach backfill(List<SeedReference> seeds, Instant from, Instant to, Session session);
}
