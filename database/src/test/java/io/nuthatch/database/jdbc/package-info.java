/** Parts the backends share. */
@NullMarked
package io.nuthatch.database.jdbc;

import org.jspecify.annotations.NullMarked;
