/** The frame, not the figures. */
@NullMarked
package io.nuthatch.benchmarks;

import org.jspecify.annotations.NullMarked;
