/**
 * Harvests as they run: messages taken, work done under a lease, evidence written, progress kept, statuses sent.
 * Knows adapters by their promises only, and the one who asked by messages only.
 */
@NullMarked
package io.nuthatch.harvest.engine;

import org.jspecify.annotations.NullMarked;
