package io.nuthatch.queue;

/** The right to work on a job, good until it runs out and the job is given to another, whose token is a new one. */
public record Lease(JobId job, long token) {
}
