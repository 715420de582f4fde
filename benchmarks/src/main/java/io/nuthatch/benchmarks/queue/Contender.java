package io.nuthatch.benchmarks.queue;

import java.io.IOException;
import java.sql.SQLException;

/** A queue of delayed jobs, ours or a rival, with one caller that hands over jobs in batches. */
interface Contender extends AutoCloseable {

  int BATCH = 1000;
  int PAYLOAD = 64;

  /** Without spaces. */
  String name();

  /** Puts one batch in; a delay beyond the run means that it only fills the queue. */
  void schedule(long delayMillis) throws Exception;

  /** Takes one batch of due jobs and finishes them; how many there were. */
  int takeAndFinish() throws Exception;

  @Override
  void close() throws IOException, SQLException;
}
