package io.nuthatch.model.message;

/** Something that is named by its id alone: a collection, a collection set. */
public record Reference(String id) {
}
