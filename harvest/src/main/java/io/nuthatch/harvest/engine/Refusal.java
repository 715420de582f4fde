package io.nuthatch.harvest.engine;

import io.nuthatch.harvest.HarvestException;
import org.jspecify.annotations.Nullable;

/** A message that cannot be followed: the code is for the status, the message for people. */
final class Refusal extends HarvestException {

  private static final long serialVersionUID = 1;

  private final String code;

  Refusal(String code, String message) {
    this(code, message, null);
  }

  Refusal(String code, String message, @Nullable Throwable cause) {
    super(Kind.CALLER, message, cause);
    this.code = code;
  }

  String code() {
    return code;
  }
}
