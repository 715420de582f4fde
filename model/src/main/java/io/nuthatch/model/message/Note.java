package io.nuthatch.model.message;

import org.jspecify.annotations.Nullable;

/** Something to be known about a harvest or an export: a code that programs can rely on, words, and the seed it is about. */
public record Note(String code, String message, @Nullable String seedId) {
}
