package io.nuthatch.model.message;

/** How many WARCs a harvest has made so far, and their size. */
public record WarcTotals(long count, long bytes) {
}
