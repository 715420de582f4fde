package io.nuthatch.feed.content;

import io.nuthatch.model.Sighting.Evidence;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** When a post was seen and where the evidence lies; a local post has none. */
public record Capture(Instant at, @Nullable Evidence evidence) {
}
