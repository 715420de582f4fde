/**
 * Posts, who follows whom, and how a post reaches its readers. Five strategies behind one interface.
 */
@NullMarked
package io.nuthatch.feed;

import org.jspecify.annotations.NullMarked;
