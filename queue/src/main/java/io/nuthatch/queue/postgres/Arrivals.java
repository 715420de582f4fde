package io.nuthatch.queue.postgres;

import io.nuthatch.database.Transaction;

/**
 * Numbers for jobs, ascending on this node. They come from the sequence in blocks, so that a batch does not pay for
 * each of them; a block that is given up with the process leaves a gap and no harm.
 */
final class Arrivals {

  private static final int BLOCK = 10_000;

  private long next;
  private long end;

  synchronized long[] next(Transaction transaction, int count) {
    long[] numbers = new long[count];
    for (int i = 0; i < count; i++) {
      if (next == end) {
        next = transaction.number("SELECT nextval('queue_arrivals')");
        end = next + BLOCK;
      }
      numbers[i] = next++;
    }
    return numbers;
  }
}
