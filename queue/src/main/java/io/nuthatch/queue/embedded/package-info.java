/**
 * The job queue and the bus that need no server: a journal and sorted pages in one directory of one process. The byte
 * tables are in docs/formats/queue.md, the reasons in docs/decisions.
 */
@NullMarked
package io.nuthatch.queue.embedded;

import org.jspecify.annotations.NullMarked;
