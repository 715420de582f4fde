/**
 * Measurements, each side by side with its rival in one run. Every figure in the documentation names the benchmark that made it.
 */
@NullMarked
package io.nuthatch.benchmarks;

import org.jspecify.annotations.NullMarked;
