/**
 * The frame all simulated platforms share: one HTTP server on loopback, credentials that are checked, quotas that are
 * counted, a journal of what was asked. A platform is a {@link io.nuthatch.simulator.platform.Platform} in a package of
 * its own.
 */
@NullMarked
package io.nuthatch.simulator.platform;

import org.jspecify.annotations.NullMarked;
