package io.nuthatch.feed;

import io.nuthatch.model.NuthatchException;
import org.jspecify.annotations.Nullable;

/** Content or a feed that cannot do what was asked; the kind says whose turn it is. */
public final class FeedException extends NuthatchException {

  private static final long serialVersionUID = 1L;

  public FeedException(Kind kind, String message, @Nullable Throwable cause) {
    super(kind, message, cause);
  }

  public static FeedException caller(String message) {
    return new FeedException(Kind.CALLER, message, null);
  }
}
