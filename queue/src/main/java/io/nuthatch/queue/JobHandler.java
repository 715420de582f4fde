package io.nuthatch.queue;

/**
 * Does the work of one job and says what becomes of it. It may be called twice for the same job and must not mind. An
 * exception is a failure: the job is retried by the runner's policy, or buried when the exception's kind says that the
 * same job will fail again.
 */
@FunctionalInterface
public interface JobHandler {

  JobOutcome handle(Job job) throws Exception;
}
