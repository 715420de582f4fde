package io.nuthatch.database.postgres;

import io.nuthatch.database.DatabaseException;
import io.nuthatch.database.DatabaseException.Reason;
import java.sql.BatchUpdateException;
import java.sql.SQLException;

/** What PostgreSQL's states mean for a caller. */
final class PostgresFailures {

  private PostgresFailures() {
  }

  static DatabaseException explain(SQLException failure, String what) {
    SQLException cause = failure instanceof BatchUpdateException batch && batch.getNextException() != null
        ? batch.getNextException()
        : failure;
    return new DatabaseException(reason(cause), cause.getMessage() + ": " + what, failure);
  }

  /** Whether the connection was lost, so that nobody can tell how far the server came. */
  static boolean lost(SQLException failure) {
    String state = state(failure);
    return state.startsWith("08") || state.startsWith("57P");
  }

  private static Reason reason(SQLException failure) {
    String state = state(failure);
    return switch (state) {
      case "23505" -> Reason.DUPLICATE;
      case "53100" -> Reason.FULL;
      // Lost against another, a lock not free in time, cancelled, a plan outdated by a migration: all gone with a retry
      case "40001", "40P01", "55P03", "57014" -> Reason.UNAVAILABLE;
      case "0A000" -> String.valueOf(failure.getMessage()).contains("cached plan")
          ? Reason.UNAVAILABLE
          : Reason.STATEMENT;
      default -> switch (state.length() < 2 ? "" : state.substring(0, 2)) {
        case "23" -> Reason.CONSTRAINT;
        case "08", "53", "57" -> Reason.UNAVAILABLE;
        case "58", "XX" -> Reason.DAMAGED;
        default -> Reason.STATEMENT;
      };
    };
  }

  private static String state(SQLException failure) {
    return failure.getSQLState() == null ? "" : failure.getSQLState();
  }
}
