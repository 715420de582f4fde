package io.nuthatch.app;

import io.nuthatch.model.NuthatchException;
import org.jspecify.annotations.Nullable;

/** A failure of the program itself, as opposed to one of its modules: settings, start, a request. */
public class AppException extends NuthatchException {

  private static final long serialVersionUID = 1L;

  public AppException(Kind kind, String message, @Nullable Throwable cause) {
    super(kind, message, cause);
  }
}
