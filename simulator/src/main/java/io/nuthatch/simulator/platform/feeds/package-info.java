/**
 * Feeds of the world's accounts as RSS, Atom and podcasts, with the manners and the bad habits of real ones. What they
 * link to, enclosures too, is on the small web.
 */
@NullMarked
package io.nuthatch.simulator.platform.feeds;

import org.jspecify.annotations.NullMarked;
