package io.nuthatch.archive;

import java.nio.file.Path;
import java.time.Instant;

/**
 * One capture of a URL.
 *
 * @param digest  of the payload, as in the record; empty if the record has none
 * @param status  of HTTP; 0 if the record has none
 * @param revisit whether the record only refers to an earlier capture with the same payload
 */
public record Capture(String url, Instant date, String digest, int status, boolean revisit, Path file, Place place) {
}
