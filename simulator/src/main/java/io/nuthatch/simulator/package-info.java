/**
 * Stand-ins for the world outside: platforms on loopback, the local servers tests need, and a clock moved by hand. Nothing here is used by a node that collects for real.
 */
@NullMarked
package io.nuthatch.simulator;

import org.jspecify.annotations.NullMarked;
