/** Tests of making and opening gzip members. */
@NullMarked
package io.nuthatch.archive.gzip;

import org.jspecify.annotations.NullMarked;
