/**
 * Posts of all platforms and of local people, by id, by author and by collection, with what was observed of them over
 * time. Everything harvested here can be made anew from the archive; what local people wrote is here alone.
 */
@NullMarked
package io.nuthatch.feed.content;

import org.jspecify.annotations.NullMarked;
