/** The database layer against bare JDBC and against {@code COPY}. */
@NullMarked
package io.nuthatch.benchmarks.database;

import org.jspecify.annotations.NullMarked;
