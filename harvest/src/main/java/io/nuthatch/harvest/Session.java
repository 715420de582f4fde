package io.nuthatch.harvest;

import io.nuthatch.archive.items.Item;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a flow works with while it runs. A call waits for quota, is made, captured and judged; when {@link #call}
 * returns, the answer was good and is in the archive. Everything else ends the walk by an exception the flow lets pass:
 * a seed in trouble, a harvest told to stop, a platform that refuses.
 */
public interface Session {

  /** A good answer: what it says, and the items found in it, in its order. */
  interface Page extends Answer {

    List<Item> items();
  }

  Page call(ApiCall call);

  /**
   * Everything of the walk's interval from {@code newest} down to {@code oldest}, this page and those before it, is
   * captured: progress is durable from here on. Positions are those of {@link Interval}.
   */
  void covered(Page page, String newest, String oldest);

  /** Something to be known, such as {@code token_RulesCapExceeded}; goes into the statuses. */
  void warn(String code, String message, @Nullable String seedId);

  /** The options of the harvest, those not given at their standard. */
  Map<String, JsonNode> options();

  Instant now();
}
