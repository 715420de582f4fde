package io.nuthatch.harvest.quota;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the shared store says to a node that wants to call: so many calls are its own now, or wait.
 *
 * @param permits none when it has to wait
 * @param until when to ask again, or when the window of the permits ends
 */
record Grant(long permits, @Nullable Instant until) {
}
