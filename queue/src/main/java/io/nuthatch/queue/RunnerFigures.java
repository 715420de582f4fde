package io.nuthatch.queue;

/**
 * What a runner has done since it was started.
 *
 * @param inHand  jobs taken and not settled yet
 * @param lost    jobs whose lease had passed to another when they were to be settled or extended
 * @param faults  failed calls to the queue, each of which was tried again
 */
public record RunnerFigures(long done, long retried, long buried, long lost, long faults, int inHand) {
}
