package io.nuthatch.harvest.catalog;

import io.nuthatch.database.Transaction;
import io.nuthatch.queue.Message;
import java.util.List;

/** Takes messages that are published if and when the transaction is committed: the queue's outbox. */
@FunctionalInterface
public interface Outgoing {

  void add(Transaction transaction, List<Message> messages);
}
