package io.nuthatch.queue;

import java.time.Duration;

/** What becomes of a job once its handler has returned. */
public sealed interface JobOutcome {

  JobOutcome DONE = new Done();

  /** The work is finished and durable. */
  record Done() implements JobOutcome {
  }

  /** The handler has settled the job itself. */
  record Settled() implements JobOutcome {
  }

  /** To be tried again no earlier than this. */
  record Again(Duration after, String reason) implements JobOutcome {
  }

  /** Of no use; to be set aside. */
  record Hopeless(String reason) implements JobOutcome {
  }
}
