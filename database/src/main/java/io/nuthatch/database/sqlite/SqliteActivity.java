package io.nuthatch.database.sqlite;

/** What the writer did since it was opened: transactions committed, and the commits that took them together. */
public record SqliteActivity(long transactions, long commits) {
}
