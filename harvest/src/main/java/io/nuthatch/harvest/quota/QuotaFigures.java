package io.nuthatch.harvest.quota;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a quota stands, for people to look at.
 *
 * @param limit calls in a window, -1 when the platform does not say
 * @param remaining of them, -1 when the platform does not say
 * @param reset when the next window begins
 * @param blockedUntil before this time nothing is asked, because the platform refused
 * @param waiting harvests of this node that wait for it
 */
public record QuotaFigures(String credential, String family, long limit, long remaining, @Nullable Instant reset,
    @Nullable Instant blockedUntil, int waiting) {
}
