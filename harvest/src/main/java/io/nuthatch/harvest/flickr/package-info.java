/**
 * Flickr's REST API: the public photos of people, and single photos, with the sizes they come in. The example to follow
 * for a further platform.
 */
@NullMarked
package io.nuthatch.harvest.flickr;

import org.jspecify.annotations.NullMarked;
