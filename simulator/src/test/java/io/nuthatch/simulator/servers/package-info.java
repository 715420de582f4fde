/** The servers start, answer, crash, come back and end. */
@NullMarked
package io.nuthatch.simulator.servers;

import org.jspecify.annotations.NullMarked;
