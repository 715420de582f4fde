/**
 * Gzip members made and opened whole, in memory, by whatever the system does fastest; and members written piece by piece
 * when they are too large for that. Nothing here knows of WARC.
 */
@NullMarked
package io.nuthatch.archive.gzip;

import org.jspecify.annotations.NullMarked;
