/**
 * Photos in answers of Flickr's API. Finds them and makes posts of them.
 */
@NullMarked
package io.nuthatch.archive.items.flickr;

import org.jspecify.annotations.NullMarked;
