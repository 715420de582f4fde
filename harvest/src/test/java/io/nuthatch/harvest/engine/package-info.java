/** Harvests against a small platform whose faults a test commands, and against the simulator. */
@NullMarked
package io.nuthatch.harvest.engine;

import org.jspecify.annotations.NullMarked;
