/**
 * Twitter's API v1.1 as its clients knew it: look-ups, timelines, search and the two streams. A wire format only; the
 * posts are the world's.
 */
@NullMarked
package io.nuthatch.simulator.platform.twitter1;

import org.jspecify.annotations.NullMarked;
