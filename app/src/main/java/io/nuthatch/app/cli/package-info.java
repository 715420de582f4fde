/**
 * The command line. Every command that asks or changes something is a client of the HTTP API.
 */
@NullMarked
package io.nuthatch.app.cli;

import org.jspecify.annotations.NullMarked;
