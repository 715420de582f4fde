package io.nuthatch.archive;

/**
 * A response whose content is archived already: only its head is stored, with a reference.
 *
 * @param first the capture that holds the content, as {@link OpenWarc#seen} found it
 */
public record Revisit(Exchange exchange, Capture first) {
}
