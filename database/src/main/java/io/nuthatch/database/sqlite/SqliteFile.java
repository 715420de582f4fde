package io.nuthatch.database.sqlite;

import io.nuthatch.database.DatabaseException;
import io.nuthatch.database.DatabaseException.Reason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.jdbc4.JDBC4Connection;

/** The file {@code nuthatch.db}: how connections to it are set up, and whether it is one of ours. */
final class SqliteFile {

  /*
   * Settings. WAL, so that readers never wait for the writer; synchronous FULL, so that a commit has reached the disk
   * when it returns. The log is copied into the file every 16 MiB and cut back to that size afterwards.
   *
   * No memory map. A failing disk under a map kills the process with a signal, where a read gives an error to report.
   *
   * Transactions are opened by our own statements. The driver is told that it is not in auto-commit mode, without the
   * BEGIN it would send, since it otherwise tries a BEGIN and COMMIT of its own after every statement.
   */
  private static final int APPLICATION = 0x4E757468;
  private static final int FORMAT = 1;
  private static final String PRAGMAS = """
      PRAGMA busy_timeout = 10000;
      PRAGMA foreign_keys = ON;
      PRAGMA temp_store = MEMORY;
      """;
  private static final String WRITER_PRAGMAS = """
      PRAGMA synchronous = FULL;
      PRAGMA wal_autocheckpoint = 4096;
      PRAGMA journal_size_limit = 16777216;
      """;

  private final Path directory;
  private final Path path;
  private final SqliteSettings settings;

  SqliteFile(Path directory, SqliteSettings settings) {
    this.directory = directory;
    this.path = directory.resolve("nuthatch.db");
    this.settings = settings;
    if (path.toString().contains("?")) {
      throw new DatabaseException(Reason.STATEMENT, path + " has a question mark, which SQLite's driver cannot open",
          null);
    }
  }

  /** The first connection to be opened: creates the file, or makes sure that it is one this program can use. */
  SqliteLink writer() {
    refuseOrphanedLog();
    DriverFiles.load(directory);
    return connect(false, connection -> {
      try (Statement statement = connection.createStatement()) {
        identify(statement);
        if (!"wal".equals(text(statement, "PRAGMA journal_mode = WAL"))) {
          throw new DatabaseException(Reason.FULL, "the file system of " + path
              + " has no shared memory for a write-ahead log; choose a local directory", null);
        }
        statement.executeUpdate(WRITER_PRAGMAS);
      }
    });
  }

  SqliteLink reader() {
    return connect(true, connection -> {
    });
  }

  private SqliteLink connect(boolean readOnly, Setup setup) {
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(readOnly);
    config.setGetGeneratedKeys(false);
    try {
      SQLiteConnection connection = new JDBC4Connection("jdbc:sqlite:" + path, path.toString(), config.toProperties());
      try {
        setup.apply(connection);
        try (Statement statement = connection.createStatement()) {
          statement.executeUpdate(PRAGMAS + "PRAGMA cache_size = -" + settings.cacheMebibytes() * 1024);
        }
        connection.getConnectionConfig().setAutoCommit(false);
        return new SqliteLink(connection);
      } catch (SQLException | RuntimeException e) {
        connection.close();
        throw e;
      }
    } catch (SQLException e) {
      throw SqliteFailures.explain(e, "opening " + path);
    }
  }

  private void identify(Statement statement) throws SQLException {
    long tables = number(statement, "SELECT count(*) FROM sqlite_schema");
    long application = number(statement, "PRAGMA application_id");
    long format = number(statement, "PRAGMA user_version");
    if (tables == 0 && application == 0) {
      statement.executeUpdate(
          "BEGIN; PRAGMA application_id = " + APPLICATION + "; PRAGMA user_version = " + FORMAT + "; COMMIT");
    } else if (application != APPLICATION) {
      throw new DatabaseException(Reason.DAMAGED, path + " is a SQLite file, but not one of Nuthatch; move it away",
          null);
    } else if (format > FORMAT) {
      throw new DatabaseException(Reason.DAMAGED, path + " has format " + format + ", this program knows " + FORMAT
          + "; run a newer program", null);
    }
  }

  /** SQLite would delete a log whose file is gone, and what was committed to it. */
  private void refuseOrphanedLog() {
    Path log = path.resolveSibling(path.getFileName() + "-wal");
    if (!Files.exists(path) && log.toFile().length() > 0) {
      throw new DatabaseException(Reason.DAMAGED,
          path + " is missing, but its log " + log.getFileName() + " is there; restore both or move the log away",
          null);
    }
  }

  private static long number(Statement statement, String sql) throws SQLException {
    return Long.parseLong(text(statement, sql));
  }

  private static String text(Statement statement, String sql) throws SQLException {
    try (ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return result.getString(1);
    }
  }

  private interface Setup {
    void apply(SQLiteConnection connection) throws SQLException;
  }
}
