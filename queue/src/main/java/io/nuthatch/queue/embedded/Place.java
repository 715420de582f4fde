package io.nuthatch.queue.embedded;

/** Where a job's record stands. */
record Place(Container container, int ordinal) {

  long offset() {
    return container.offset(ordinal);
  }
}
