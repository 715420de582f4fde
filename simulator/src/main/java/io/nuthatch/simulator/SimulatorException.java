package io.nuthatch.simulator;

import io.nuthatch.model.NuthatchException;
import org.jspecify.annotations.Nullable;

/** The simulator was asked for something it cannot do, or something on this machine stopped it from doing it. */
public final class SimulatorException extends NuthatchException {

  private static final long serialVersionUID = 1L;

  public SimulatorException(Kind kind, String message, @Nullable Throwable cause) {
    super(kind, message, cause);
  }

  public static SimulatorException callers(String message) {
    return new SimulatorException(Kind.CALLER, message, null);
  }
}
