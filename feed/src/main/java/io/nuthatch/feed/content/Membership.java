package io.nuthatch.feed.content;

import org.jspecify.annotations.Nullable;

/** That a post is in a collection, and for which of its seeds. */
public record Membership(String collection, @Nullable String seed) {
}
