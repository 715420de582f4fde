package io.nuthatch.archive;

import java.nio.file.Path;
import java.util.List;

/**
 * What was left of a harvest by a process that ended.
 *
 * @param open    its open files, mended, to go on with or to seal
 * @param sealed  its sealed files; the process may have ended before it told of the last of them
 * @param damages what was cut off or lost, each moved to a file of its own that ends in {@code .torn}
 */
public record Recovered(List<OpenWarc> open, List<Path> sealed, List<Damage> damages) {
}
