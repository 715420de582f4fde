/**
 * Delayed jobs and topic messages. The SPI stands here; each backend is a package beside it.
 */
@NullMarked
package io.nuthatch.queue;

import org.jspecify.annotations.NullMarked;
