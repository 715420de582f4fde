/**
 * Tweets in answers and streams of Twitter's API v1.1. Finds them and makes posts of them.
 */
@NullMarked
package io.nuthatch.archive.items.twitter1;

import org.jspecify.annotations.NullMarked;
