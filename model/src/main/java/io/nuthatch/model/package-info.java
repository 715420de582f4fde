/**
 * Values that cross modules, the messages they travel in, and the JSON both are written as. Depends on nothing of ours; everything else may depend on it.
 */
@NullMarked
package io.nuthatch.model;

import org.jspecify.annotations.NullMarked;
