package io.nuthatch.simulator.servers;

import io.nuthatch.model.NuthatchException;
import org.jspecify.annotations.Nullable;

/** A server that is not installed, does not start or does not answer. */
public final class ServerException extends NuthatchException {

  private static final long serialVersionUID = 1L;

  ServerException(String message, @Nullable Throwable cause) {
    super(Kind.BROKEN, message, cause);
  }
}
