/**
 * Tweets in answers and streams of X's API v2. Puts what stands beside them back into them, and makes posts of them.
 */
@NullMarked
package io.nuthatch.archive.items.twitter2;

import org.jspecify.annotations.NullMarked;
