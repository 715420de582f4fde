/**
 * What was captured, as WARC files and an index over them. Evidence is durable here before anything else hears of it.
 */
@NullMarked
package io.nuthatch.archive;

import org.jspecify.annotations.NullMarked;
