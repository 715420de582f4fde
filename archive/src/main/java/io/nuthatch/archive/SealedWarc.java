package io.nuthatch.archive;

import java.nio.file.Path;
import java.time.Instant;

/**
 * A WARC file that will not change any more.
 *
 * @param id      32 hexadecimal digits; the id of its warcinfo record, so that it can be had from the file again
 * @param sha1    of the file, in hexadecimal digits
 * @param created when its first record was written
 * @param records how many it holds, with the warcinfo
 */
public record SealedWarc(String id, Path path, String sha1, long bytes, Instant created, long records) {
}
