package io.nuthatch.queue.embedded;

import java.nio.file.Path;

/**
 * A stretch of a file that could not be read, or a torn tail that was moved aside.
 *
 * @param jobs how many jobs are known to be in it; -1 when nobody can tell
 */
public record Damage(Path file, long offset, long jobs, String what) {
}
