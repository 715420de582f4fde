package io.nuthatch.queue;

import io.nuthatch.database.Database;
import io.nuthatch.database.sqlite.SqliteDatabase;
import io.nuthatch.database.sqlite.SqliteSettings;
import java.nio.file.Path;

class SqliteOutboxTest extends OutboxContract {

  @Override
  protected Database open(Path folder) {
    return SqliteDatabase.open(folder, SqliteSettings.defaults());
  }
}
