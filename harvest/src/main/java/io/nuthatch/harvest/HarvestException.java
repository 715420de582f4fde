package io.nuthatch.harvest;

import io.nuthatch.model.NuthatchException;
import org.jspecify.annotations.Nullable;

/** Something in harvesting failed; its kind says what may be done about it. */
public class HarvestException extends NuthatchException {

  private static final long serialVersionUID = 1;

  public HarvestException(Kind kind, String message, @Nullable Throwable cause) {
    super(kind, message, cause);
  }

  public static HarvestException caller(String message) {
    return new HarvestException(Kind.CALLER, message, null);
  }
}
