package io.nuthatch.model;

import org.jspecify.annotations.Nullable;

/** Who wrote a post, with the names they went by when it was captured. */
public record Author(AccountName account, @Nullable String handle, @Nullable String displayName) {
}
