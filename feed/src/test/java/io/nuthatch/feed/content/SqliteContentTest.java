package io.nuthatch.feed.content;

import io.nuthatch.database.Database;
import io.nuthatch.database.sqlite.SqliteDatabase;
import io.nuthatch.database.sqlite.SqliteSettings;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteContentTest extends ContentStoreContract {

  @TempDir
  Path directory;

  @Override
  Database openDatabase() {
    return SqliteDatabase.open(directory, SqliteSettings.defaults());
  }
}
