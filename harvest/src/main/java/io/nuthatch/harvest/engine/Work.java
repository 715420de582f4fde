package io.nuthatch.harvest.engine;

/** A harvest in a worker's hands: what was ordered, and what it is done with. */
record Work(Order order, RunBook book, Evidence evidence, Journal journal, Caller caller, Reins reins) {
}
