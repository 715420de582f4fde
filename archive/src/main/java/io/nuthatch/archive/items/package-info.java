/**
 * What is in the records: readers that find the items of a platform in its answers and make posts of them. Harvests,
 * rebuilding and exports all read through these, so that they agree on what was captured.
 */
@NullMarked
package io.nuthatch.archive.items;

import org.jspecify.annotations.NullMarked;
