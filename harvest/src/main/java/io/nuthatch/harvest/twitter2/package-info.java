/**
 * X's API v2: timelines, recent and full search, the filtered stream. Asks for every field and expansion there is.
 */
@NullMarked
package io.nuthatch.harvest.twitter2;

import org.jspecify.annotations.NullMarked;
