/**
 * Home timelines: ordered, capped lists of post ids with removal that is final. The SPI stands here; each backend is a package beside it.
 */
@NullMarked
package io.nuthatch.timelines;

import org.jspecify.annotations.NullMarked;
