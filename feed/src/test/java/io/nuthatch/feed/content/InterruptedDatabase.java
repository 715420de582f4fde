package io.nuthatch.feed.content;

import io.nuthatch.database.Database;
import io.nuthatch.database.Dialect;
import io.nuthatch.database.Migrations;
import io.nuthatch.database.Reading;
import io.nuthatch.database.Transaction;
import java.util.List;
import java.util.function.Function;

/** A database where something happens before every transaction that writes, as if by another node. */
record InterruptedDatabase(Database database, Runnable before) implements Database {

  @Override
  public Dialect dialect() {
    return database.dialect();
  }

  @Override
  public <T> T read(Function<? super Reading, ? extends T> work) {
    return database.read(work);
  }

  @Override
  public <T> T write(Function<? super Transaction, ? extends T> work) {
    before.run();
    return database.write(work);
  }

  @Override
  public void migrate(List<Migrations> migrations) {
    database.migrate(migrations);
  }

  @Override
  public void ping() {
    database.ping();
  }

  @Override
  public void close() {
    database.close();
  }
}
