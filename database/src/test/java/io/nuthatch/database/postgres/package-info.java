/** PostgreSQL against the contract, and what only it has: a server that goes away, nodes beside each other. */
@NullMarked
package io.nuthatch.database.postgres;

import org.jspecify.annotations.NullMarked;
