package io.nuthatch.harvest;

import io.nuthatch.harvest.capture.Capture;
import io.nuthatch.model.message.SeedReference;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Where a harvest of the web puts what it fetched. Any number of threads may share it. */
public interface Recording {

  /** Puts an exchange into the archive; what the collection already has with the same payload becomes a revisit. */
  void record(Capture capture);

  /** The seed needs no more work, whatever came of it: durable, so that a harvest taken over does not fetch it again. */
  void settled(SeedReference seed);

  void warn(String code, String message, @Nullable String seedId);

  Map<String, JsonNode> options();

  /** Throws when the harvest has been told to stop; asked between two fetches. */
  void checkStopped();
}
