package io.nuthatch.harvest.catalog;

import io.nuthatch.database.Database;
import io.nuthatch.database.sqlite.SqliteDatabase;
import io.nuthatch.database.sqlite.SqliteSettings;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteCatalogTest extends CatalogContract {

  @TempDir
  Path directory;

  @Override
  Database open() {
    return SqliteDatabase.open(directory, SqliteSettings.defaults());
  }
}
