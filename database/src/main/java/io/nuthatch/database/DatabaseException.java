package io.nuthatch.database;

import io.nuthatch.model.NuthatchException;
import org.jspecify.annotations.Nullable;

/** A statement or a database that failed; {@link Reason} tells the few cases callers act on. */
public final class DatabaseException extends NuthatchException {

  private static final long serialVersionUID = 1L;

  public enum Reason {
    /** A unique or primary key exists already. */
    DUPLICATE(Kind.CALLER),
    /** A foreign key or check does not hold. */
    CONSTRAINT(Kind.CALLER),
    /** The statement, its parameters or the way it was used is wrong. */
    STATEMENT(Kind.CALLER),
    /** Another process holds the directory. */
    IN_USE(Kind.CALLER),
    /** The database cannot be reached, or the transaction lost against another; try again. */
    UNAVAILABLE(Kind.TRANSIENT),
    /** The file is damaged or newer than this program. */
    DAMAGED(Kind.BROKEN),
    /** No space, or the directory cannot be written. */
    FULL(Kind.FULL);

    private final Kind kind;

    Reason(Kind kind) {
      this.kind = kind;
    }
  }

  private final Reason reason;

  public DatabaseException(Reason reason, String message, @Nullable Throwable cause) {
    super(reason.kind, message, cause);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
