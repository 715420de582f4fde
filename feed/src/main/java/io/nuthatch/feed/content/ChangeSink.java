package io.nuthatch.feed.content;

import io.nuthatch.database.Transaction;
import java.util.List;

/**
 * Hears of changes in the transaction that makes them, so that a message about them can be written beside them. A
 * change may be told more than once, and posts change again before anyone downstream hears of the first change:
 * whoever acts on one looks the post up.
 */
public interface ChangeSink {

  /** For stores nothing follows. */
  ChangeSink NONE = (transaction, changes) -> {
  };

  void announce(Transaction transaction, List<ContentChange> changes);
}
