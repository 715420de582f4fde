/** The archive against jwarc used plainly, and against the bare parts of what a harvest does. */
@NullMarked
package io.nuthatch.benchmarks.archive;

import org.jspecify.annotations.NullMarked;
