package io.nuthatch.feed.content;

import io.nuthatch.model.Counters;
import java.time.Instant;

/** What a post's counters were at a time. */
public record Observation(Instant at, Counters counters) {
}
