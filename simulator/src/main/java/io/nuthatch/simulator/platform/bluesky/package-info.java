/**
 * Bluesky as a client without a key sees it: the public AppView and Jetstream. Nothing here can be written to, and
 * content ids are digests of the JSON, not of the bytes a repository would hold.
 */
@NullMarked
package io.nuthatch.simulator.platform.bluesky;

import org.jspecify.annotations.NullMarked;
