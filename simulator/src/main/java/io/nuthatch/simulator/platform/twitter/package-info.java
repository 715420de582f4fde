/**
 * What both versions of Twitter's API have in common. Each version's own shapes are in a package of its own.
 */
@NullMarked
package io.nuthatch.simulator.platform.twitter;

import org.jspecify.annotations.NullMarked;
