package io.nuthatch.database.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import io.nuthatch.database.DatabaseException;
import io.nuthatch.database.DatabaseException.Reason;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Connections of one kind. Callers stand in a fair line for them, however many threads there are. */
final class ConnectionPool implements AutoCloseable {

  private final int size;
  private final Duration patience;
  private final String server;
  private final Semaphore free;
  private final HikariDataSource source;
  private volatile boolean closed;

  private ConnectionPool(HikariConfig config, Duration patience, String server) {
    this.size = config.getMaximumPoolSize();
    this.patience = patience;
    this.server = server;
    this.free = new Semaphore(size, true);
    this.source = connect(config, server);
  }

  static ConnectionPool forReads(String url, PostgresSettings settings) {
    HikariConfig config = config(url, settings.readers(), settings.patience());
    config.setPoolName("reads");
    config.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
    config.setReadOnly(true);
    return new ConnectionPool(config, settings.patience(), shown(url));
  }

  static ConnectionPool forWrites(String url, PostgresSettings settings) {
    HikariConfig config = config(url, settings.writers(), settings.patience());
    config.setPoolName("writes");
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    return new ConnectionPool(config, settings.patience(), shown(url));
  }

  /** Waits for a connection; {@link #giveBack} must follow. */
  Connection take() {
    boolean granted = false;
    try {
      if (!closed) {
        granted = free.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS);
      }
      if (closed) {
        throw new DatabaseException(Reason.UNAVAILABLE, "the database " + server + " is closed", null);
      }
      if (!granted) {
        throw new DatabaseException(Reason.UNAVAILABLE,
            "none of the " + size + " connections to " + server + " became free in " + patience.toSeconds() + " s",
            null);
      }
      Connection connection = source.getConnection();
      granted = false;
      return connection;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DatabaseException(Reason.UNAVAILABLE,
          "interrupted while waiting for the database; nothing of the transaction happened", e);
    } catch (SQLException e) {
      throw unreachable(server, e);
    } finally {
      if (granted) {
        free.release();
      }
    }
  }

  void giveBack(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // It is of no use any more; the pool has taken note and opens another.
    } finally {
      free.release();
    }
  }

  /** Waits for those who have a connection. */
  @Override
  public void close() {
    closed = true;
    free.acquireUninterruptibly(size);
    source.close();
    free.release(size);
  }

  private static HikariConfig config(String url, int size, Duration patience) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(1);
    config.setConnectionTimeout(patience.toMillis());
    config.setInitializationFailTimeout(1);
    config.setAutoCommit(false);
    config.addDataSourceProperty("ApplicationName", "nuthatch");
    config.addDataSourceProperty("tcpKeepAlive", "true");
    // Without the values of the row that failed, which may be secrets.
    config.addDataSourceProperty("logServerErrorDetail", "false");
    return config;
  }

  private static HikariDataSource connect(HikariConfig config, String server) {
    try {
      return new HikariDataSource(config);
    } catch (PoolInitializationException e) {
      throw unreachable(server, e.getCause() == null ? e : e.getCause());
    }
  }

  private static DatabaseException unreachable(String server, Throwable cause) {
    String state = cause instanceof SQLException e && e.getSQLState() != null ? e.getSQLState() : "";
    boolean refused = state.startsWith("28") || state.startsWith("3D");
    return new DatabaseException(refused ? Reason.STATEMENT : Reason.UNAVAILABLE,
        "PostgreSQL at " + server + (refused ? " refuses us: " : " cannot be reached: ") + cause.getMessage(), cause);
  }

  /** Without parameters, among which there may be a password. */
  private static String shown(String url) {
    return url.replaceAll("\\?.*", "").replaceAll("//[^/@]*@", "//");
  }
}
