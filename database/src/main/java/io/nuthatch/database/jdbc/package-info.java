/**
 * What the two backends share: values as they are stored, statements over one connection, the history of migrations.
 * For the backends only; the rest of the product sees the interfaces of the package above.
 */
@NullMarked
package io.nuthatch.database.jdbc;

import org.jspecify.annotations.NullMarked;
