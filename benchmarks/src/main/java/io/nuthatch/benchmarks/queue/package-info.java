/**
 * The job queues against what people use instead. Every contender works through the same jobs in the same run.
 */
@NullMarked
package io.nuthatch.benchmarks.queue;

import org.jspecify.annotations.NullMarked;
