package io.nuthatch.database.sqlite;

import io.nuthatch.database.DatabaseException;
import io.nuthatch.database.DatabaseException.Reason;

/**
 * What may be tuned. The durability of a commit may not.
 *
 * @param readers threads that read, each with a connection of its own
 * @param waiting callers that may wait for the writer or for readers; a further one is held back until there is room
 * @param cacheMebibytes pages kept in memory by each connection
 */
public record SqliteSettings(int readers, int waiting, int cacheMebibytes) {

  public SqliteSettings {
    atLeastOne(readers, "readers");
    atLeastOne(waiting, "waiting");
    atLeastOne(cacheMebibytes, "cacheMebibytes");
  }

  public static SqliteSettings defaults() {
    return new SqliteSettings(Math.clamp(Runtime.getRuntime().availableProcessors(), 2, 8), 1_024, 16);
  }

  private static void atLeastOne(int value, String name) {
    if (value < 1) {
      throw new DatabaseException(Reason.STATEMENT, name + " is " + value + "; it must be at least 1", null);
    }
  }
}
