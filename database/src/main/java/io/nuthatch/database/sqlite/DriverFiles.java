package io.nuthatch.database.sqlite;

import io.nuthatch.database.DatabaseException;
import io.nuthatch.database.DatabaseException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.sqlite.SQLiteJDBCLoader;

/**
 * Where the driver unpacks its native part, once per process: into the first directory that is opened, instead of the
 * system's temporary one, where every killed process would leave a copy for ever. What lies there when a directory is
 * opened has no owner any more. Whoever sets {@code org.sqlite.tmpdir} decides otherwise.
 */
final class DriverFiles {

  private static final String PROPERTY = "org.sqlite.tmpdir";

  private DriverFiles() {
  }

  /** To be called by the holder of the directory's lock. */
  static void load(Path directory) {
    Path files = directory.resolve("driver");
    try {
      empty(files);
      if (System.getProperty(PROPERTY) == null) {
        System.setProperty(PROPERTY, files.toString());
      }
      SQLiteJDBCLoader.initialize();
    } catch (IOException e) {
      throw DirectoryLock.unwritable(directory, e);
    } catch (Exception e) {
      throw new DatabaseException(Reason.STATEMENT, "SQLite's native part cannot be loaded from "
          + System.getProperty(PROPERTY) + "; set " + PROPERTY + " to a directory that programs may run from", e);
    }
  }

  private static void empty(Path files) throws IOException {
    List<Path> left;
    try (Stream<Path> found = Files.list(Files.createDirectories(files))) {
      left = found.toList();
    }
    for (Path file : left) {
      Files.delete(file);
    }
  }
}
