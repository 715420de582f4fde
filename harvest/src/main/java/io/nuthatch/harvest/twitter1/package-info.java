/**
 * Twitter's API v1.1 as a wire format: timelines, search, filter and sample. For servers that still speak it.
 */
@NullMarked
package io.nuthatch.harvest.twitter1;

import org.jspecify.annotations.NullMarked;
