/** The contract of the SPI, run against every backend, and tests of the parts. */
@NullMarked
package io.nuthatch.database;

import org.jspecify.annotations.NullMarked;
