package io.nuthatch.feed.content;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a post said before it was edited, and when it was last seen to say so. */
public record Version(Instant lastSeen, String text, @Nullable JsonNode data) {
}
