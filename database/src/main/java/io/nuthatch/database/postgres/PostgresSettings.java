package io.nuthatch.database.postgres;

import io.nuthatch.database.DatabaseException;
import io.nuthatch.database.DatabaseException.Reason;
import java.time.Duration;

/**
 * What may be tuned. User, password and TLS are part of the address.
 *
 * @param readers connections for reads
 * @param writers connections for writes
 * @param patience how long a caller waits for a connection before it is told that there is none
 */
public record PostgresSettings(int readers, int writers, Duration patience) {

  public PostgresSettings {
    if (readers < 1 || writers < 1) {
      throw new DatabaseException(Reason.STATEMENT,
          "readers is " + readers + ", writers is " + writers + "; both must be at least 1", null);
    }
    if (patience.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new DatabaseException(Reason.STATEMENT, "patience is " + patience + "; it must be at least a second", null);
    }
  }

  public static PostgresSettings defaults() {
    return new PostgresSettings(8, 8, Duration.ofSeconds(30));
  }
}
