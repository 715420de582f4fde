package io.nuthatch.queue.embedded;

import io.nuthatch.queue.JobId;

/** Hears the id of each job of a batch, by its index, in the order they are written. */
interface IdListener {

  void assigned(int index, JobId id);
}
