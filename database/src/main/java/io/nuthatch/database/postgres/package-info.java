/**
 * The backend for many machines: PostgreSQL through two small pools, one for reads and one for writes, so that readers
 * never wait for writers here either. Bulk paths go by arrays and {@code COPY}.
 */
@NullMarked
package io.nuthatch.database.postgres;

import org.jspecify.annotations.NullMarked;
