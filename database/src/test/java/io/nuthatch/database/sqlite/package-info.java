/** SQLite against the contract, and what only it has: a directory, a lock, crashes. */
@NullMarked
package io.nuthatch.database.sqlite;

import org.jspecify.annotations.NullMarked;
