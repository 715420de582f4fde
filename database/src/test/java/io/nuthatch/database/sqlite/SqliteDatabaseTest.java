package io.nuthatch.database.sqlite;

import io.nuthatch.database.Database;
import io.nuthatch.database.DatabaseContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteDatabaseTest extends DatabaseContract {

  @TempDir
  Path directory;

  @Override
  protected Database open() {
    return SqliteDatabase.open(directory, SqliteSettings.defaults());
  }
}
