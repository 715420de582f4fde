package io.nuthatch.database.sqlite;

import io.nuthatch.database.DatabaseException;
import io.nuthatch.database.DatabaseException.Reason;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** What SQLite's result codes mean for a caller. */
final class SqliteFailures {

  private SqliteFailures() {
  }

  static DatabaseException explain(SQLException failure, String what) {
    return new DatabaseException(reason(failure), failure.getMessage() + ": " + what, failure);
  }

  private static Reason reason(SQLException failure) {
    if (!(failure instanceof SQLiteException exception)) {
      return Reason.STATEMENT;
    }
    SQLiteErrorCode code = exception.getResultCode();
    return switch (code) {
      case SQLITE_CONSTRAINT_UNIQUE, SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_ROWID -> Reason.DUPLICATE;
      case SQLITE_IOERR_READ, SQLITE_IOERR_SHORT_READ, SQLITE_IOERR_DATA, SQLITE_IOERR_CORRUPTFS -> Reason.DAMAGED;
      default -> switch (code.code & 0xff) {
        case 19 -> Reason.CONSTRAINT;
        // PERM, IOERR of writing, FULL, CANTOPEN, NOLFS
        case 3, 10, 13, 14, 22 -> Reason.FULL;
        // CORRUPT, NOTADB
        case 11, 26 -> Reason.DAMAGED;
        // BUSY, LOCKED, NOMEM, INTERRUPT, PROTOCOL, SCHEMA
        case 5, 6, 7, 9, 15, 17 -> Reason.UNAVAILABLE;
        default -> Reason.STATEMENT;
      };
    };
  }
}
