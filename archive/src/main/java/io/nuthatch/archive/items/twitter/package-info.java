/**
 * What tweets have in common whichever version of the API tells them. Readers and adapters of both build on it.
 */
@NullMarked
package io.nuthatch.archive.items.twitter;

import org.jspecify.annotations.NullMarked;
