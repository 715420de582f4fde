/** Tests of the stand-ins themselves. */
@NullMarked
package io.nuthatch.simulator;

import org.jspecify.annotations.NullMarked;
