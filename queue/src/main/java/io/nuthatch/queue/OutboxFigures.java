package io.nuthatch.queue;

import org.jspecify.annotations.Nullable;

/**
 * What this node's relay of an outbox has done since it was started.
 *
 * @param published   messages the bus has taken from this node
 * @param refused     messages the bus would not take from anybody; they stay in the table with the reason
 * @param failures    failed attempts to publish, each of which was or will be made again
 * @param lastFailure why nothing is published at the moment; null when all is well
 */
public record OutboxFigures(long published, long refused, long failures, @Nullable String lastFailure) {
}
