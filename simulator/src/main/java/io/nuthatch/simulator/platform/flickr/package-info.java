/**
 * Flickr's REST API, as far as public photos go. A photo is a post of the world that has one; its files are on the small
 * web.
 */
@NullMarked
package io.nuthatch.simulator.platform.flickr;

import org.jspecify.annotations.NullMarked;
