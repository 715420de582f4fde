package io.nuthatch.app.security;

import io.nuthatch.database.Database;
import io.nuthatch.database.DatabaseException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notes that a token or session was used, if that can be noted: a full disk must not keep people from reading. */
final class LastUse {

  private static final Logger LOG = LoggerFactory.getLogger(LastUse.class);

  private LastUse() {
  }

  static void note(Database database, String sql, Object... parameters) {
    try {
      database.run(transaction -> transaction.update(sql, parameters));
    } catch (DatabaseException e) {
      LOG.warn("the last use of a token or session could not be noted: {}", e.getMessage());
    }
  }
}
