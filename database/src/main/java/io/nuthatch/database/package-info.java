/**
 * One SQL layer over SQLite and PostgreSQL: transactions as functions, migrations, bulk paths. It knows no table of the product; each module brings its own.
 */
@NullMarked
package io.nuthatch.database;

import org.jspecify.annotations.NullMarked;
