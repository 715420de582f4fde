/**
 * What goes wrong between a platform and its clients, on demand: which fault, on which path, how often, until when. The
 * platform's frame asks here before each call and plays what it is told.
 */
@NullMarked
package io.nuthatch.simulator.faults;

import org.jspecify.annotations.NullMarked;
