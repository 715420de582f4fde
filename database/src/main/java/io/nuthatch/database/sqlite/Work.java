package io.nuthatch.database.sqlite;

import io.nuthatch.database.DatabaseException;
import io.nuthatch.database.DatabaseException.Reason;
import io.nuthatch.database.jdbc.Statements;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A caller's function on its way to a thread of the database. Either the thread claims it and runs it to its end, or
 * the caller, when interrupted, takes it back and nothing of it happens; never both.
 */
final class Work<T> {

  private final Function<? super Statements, ? extends T> function;
  private final CompletableFuture<T> outcome = new CompletableFuture<>();
  private final AtomicBoolean claimed = new AtomicBoolean();
  private @Nullable T result;

  Work(Function<? super Statements, ? extends T> function) {
    this.function = function;
  }

  /** Whoever is told true decides what becomes of it. */
  boolean claim() {
    return claimed.compareAndSet(false, true);
  }

  /** Runs the function; the caller hears of it by {@link #succeed} or {@link #fail}. */
  void run(SqliteLink link) {
    try (Statements statements = new Statements(link)) {
      result = function.apply(statements);
      statements.check();
    }
  }

  void succeed() {
    outcome.complete(result);
  }

  void fail(Throwable failure) {
    outcome.completeExceptionally(failure);
  }

  /** Waits for the outcome. Once begun, an interruption waits too: the caller must know what happened. */
  T await() {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return outcome.get();
        } catch (InterruptedException e) {
          interrupted = true;
          if (claim()) {
            throw new DatabaseException(Reason.UNAVAILABLE,
                "interrupted while waiting for the database; nothing of the transaction happened", e);
          }
        }
      }
    } catch (ExecutionException e) {
      throw unchecked(e.getCause());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static RuntimeException unchecked(@Nullable Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return failure instanceof RuntimeException exception ? exception : new IllegalStateException(failure);
  }
}
