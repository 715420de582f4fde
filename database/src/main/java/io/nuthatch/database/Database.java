package io.nuthatch.database;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The relational state of a node: SQLite in a directory, or PostgreSQL. Work is a function of a {@link Transaction};
 * when {@link #write} returns, what the function did is committed and durable, and when the function throws, nothing of
 * it happened.
 *
 * <p>Any number of threads may share one database. The function may run on another thread than the caller's, once; it
 * must not wait for anything but the database, start a transaction of its own, or keep the transaction after it
 * returns.
 *
 * <p>Not an object mapper: SQL is written where it is used, in the part of the language both dialects share.
 */
public interface Database extends AutoCloseable {

  Dialect dialect();

  /** Runs a function over one consistent state of the data. Never waits for writers. */
  <T> T read(Function<? super Reading, ? extends T> work);

  /** Runs a function as one transaction and returns when it is durable. */
  <T> T write(Function<? super Transaction, ? extends T> work);

  /** As {@link #write}, for work that has no result. */
  default void run(Consumer<? super Transaction> work) {
    write(transaction -> {
      work.accept(transaction);
      return true;
    });
  }

  /** Brings the tables up to date; what has been applied before is skipped, what was changed since is refused. */
  void migrate(List<Migrations> migrations);

  /** Fails with a reason when the database does not answer. */
  void ping();

  @Override
  void close();
}
