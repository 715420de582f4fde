package io.nuthatch.queue;

import io.nuthatch.model.NuthatchException;
import org.jspecify.annotations.Nullable;

/** A job queue or bus that cannot do what was asked; the kind says whose turn it is. */
public final class QueueException extends NuthatchException {

  private static final long serialVersionUID = 1L;

  public QueueException(Kind kind, String message, @Nullable Throwable cause) {
    super(kind, message, cause);
  }

  public static QueueException caller(String message) {
    return new QueueException(Kind.CALLER, message, null);
  }

  public static QueueException broken(String message, @Nullable Throwable cause) {
    return new QueueException(Kind.BROKEN, message, cause);
  }
}
