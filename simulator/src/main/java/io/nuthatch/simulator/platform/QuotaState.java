package io.nuthatch.simulator.platform;

import java.time.Instant;

/** What is left of a quota after a call. */
public record QuotaState(int limit, int remaining, Instant reset, boolean allowed) {
}
