package io.nuthatch.database.postgres;

import io.nuthatch.database.Database;
import io.nuthatch.database.DatabaseException;
import io.nuthatch.database.DatabaseException.Reason;
import io.nuthatch.database.Dialect;
import io.nuthatch.database.Migrations;
import io.nuthatch.database.Reading;
import io.nuthatch.database.Transaction;
import io.nuthatch.database.jdbc.SchemaHistory;
import io.nuthatch.database.jdbc.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * PostgreSQL, shared by any number of nodes. Functions run on the caller's thread, reads as one snapshot, writes at
 * read committed. A write that returned is committed.
 *
 * <p>A function is never run twice. A transaction that lost against another, or whose connection was lost before the
 * commit, left nothing and is reported as unavailable; so is one whose connection was lost during the commit, with the
 * words "outcome unknown". Interrupting a virtual thread in a transaction closes its connection.
 */
public final class PostgresDatabase implements Database {

  /** For nodes that migrate at the same time: one number nobody else has a reason to lock. */
  private static final long MIGRATION_LOCK = 0x4E75_7468_6174_6368L;

  private static final Logger LOG = LoggerFactory.getLogger(PostgresDatabase.class);

  private final ConnectionPool reads;
  private final ConnectionPool writes;
  private final InstantSource clock;
  private final ThreadLocal<Boolean> inside = ThreadLocal.withInitial(() -> false);

  private PostgresDatabase(ConnectionPool reads, ConnectionPool writes, InstantSource clock) {
    this.reads = reads;
    this.writes = writes;
    this.clock = clock;
  }

  /** Connects at once, so that a wrong address is found when it is given. */
  public static PostgresDatabase open(String jdbcUrl, PostgresSettings settings) {
    return open(jdbcUrl, settings, InstantSource.system());
  }

  /** As {@link #open(String, PostgresSettings)}, with the clock that dates migrations. */
  public static PostgresDatabase open(String jdbcUrl, PostgresSettings settings, InstantSource clock) {
    if (!jdbcUrl.startsWith("jdbc:postgresql:")) {
      throw new DatabaseException(Reason.STATEMENT, "the address of a PostgreSQL begins with jdbc:postgresql:", null);
    }
    ConnectionPool writes = ConnectionPool.forWrites(jdbcUrl, settings);
    try {
      return new PostgresDatabase(ConnectionPool.forReads(jdbcUrl, settings), writes, clock);
    } catch (RuntimeException e) {
      writes.close();
      throw e;
    }
  }

  @Override
  public Dialect dialect() {
    return Dialect.POSTGRESQL;
  }

  @Override
  public <T> T read(Function<? super Reading, ? extends T> work) {
    return transact(reads, work);
  }

  @Override
  public <T> T write(Function<? super Transaction, ? extends T> work) {
    return transact(writes, work);
  }

  @Override
  public void migrate(List<Migrations> migrations) {
    transact(writes, statements -> {
      statements.list("SELECT pg_advisory_xact_lock(?)", row -> true, MIGRATION_LOCK);
      new SchemaHistory(statements, dialect(), clock).bringUpToDate(migrations);
      return true;
    });
  }

  @Override
  public void ping() {
    read(reading -> reading.number("SELECT 1"));
  }

  @Override
  public void close() {
    refuseNesting();
    writes.close();
    reads.close();
  }

  private <T> T transact(ConnectionPool pool, Function<? super Statements, ? extends T> function) {
    refuseNesting();
    Connection connection = pool.take();
    inside.set(true);
    try (Statements statements = new Statements(new PostgresLink(connection))) {
      T result = function.apply(statements);
      statements.check();
      commit(connection);
      return result;
    } catch (Throwable failure) {
      rollBack(connection);
      throw failure;
    } finally {
      inside.remove();
      pool.giveBack(connection);
    }
  }

  private static void commit(Connection connection) {
    try {
      connection.commit();
    } catch (SQLException e) {
      if (PostgresFailures.lost(e)) {
        throw new DatabaseException(Reason.UNAVAILABLE,
            "the connection was lost during the commit, outcome unknown: " + e.getMessage(), e);
      }
      throw PostgresFailures.explain(e, "COMMIT");
    }
  }

  /** After a failure, so that another would only hide it; a connection that cannot do even this is replaced. */
  private static void rollBack(Connection connection) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      LOG.debug("a connection was lost together with its transaction: {}", e.getMessage());
    }
  }

  /** It would wait for a second connection while holding the first; enough of those would wait for ever. */
  private void refuseNesting() {
    if (inside.get()) {
      throw new DatabaseException(Reason.STATEMENT,
          "a function that runs in a transaction must use that transaction and neither start another nor close", null);
    }
  }
}
