package io.nuthatch.feed.content;

import io.nuthatch.model.PostName;
import java.time.Instant;

/** A post that was taken out and stays out: what is left of it is its name. */
public record Removal(long id, PostName post, Instant at, String reason) {
}
