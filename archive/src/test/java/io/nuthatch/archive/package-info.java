/** Tests of the archive. */
@NullMarked
package io.nuthatch.archive;

import org.jspecify.annotations.NullMarked;
