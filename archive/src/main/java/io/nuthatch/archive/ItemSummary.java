package io.nuthatch.archive;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an item index holds.
 *
 * @param dateless    entries without a date
 * @param first       the earliest date, to the millisecond
 * @param last        the latest date, to the millisecond
 * @param accounts    how many different accounts
 * @param indexedUpTo all records of the WARC that start before this offset are in the index
 */
public record ItemSummary(long entries, long dateless, @Nullable Instant first, @Nullable Instant last, long accounts,
    long indexedUpTo) {
}
