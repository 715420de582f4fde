/**
 * The embedded backend: SQLite in a directory of one process, with one writing thread that commits for many callers at
 * once and a few reading threads beside it. Callers never touch a connection, so virtual threads are never pinned.
 */
@NullMarked
package io.nuthatch.database.sqlite;

import org.jspecify.annotations.NullMarked;
