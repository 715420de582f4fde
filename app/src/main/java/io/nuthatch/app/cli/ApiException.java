package io.nuthatch.app.cli;

import io.nuthatch.app.AppException;
import org.jspecify.annotations.Nullable;

/** What a node refused, or that it could not be reached. */
final class ApiException extends AppException {

  private static final long serialVersionUID = 1L;

  private final int exitCode;

  private ApiException(Kind kind, int exitCode, String message, @Nullable Throwable cause) {
    super(kind, message, cause);
    this.exitCode = exitCode;
  }

  static ApiException refused(int status, String detail) {
    int code = switch (status) {
      case 401, 403 -> ExitCode.NOT_ALLOWED;
      case 404 -> ExitCode.NO_SUCH_THING;
      case 503 -> ExitCode.NOT_REACHABLE;
      default -> ExitCode.FAILED;
    };
    return new ApiException(status >= 500 ? Kind.TRANSIENT : Kind.CALLER, code, detail, null);
  }

  static ApiException unreachable(String message, @Nullable Throwable cause) {
    return new ApiException(Kind.TRANSIENT, ExitCode.NOT_REACHABLE, message, cause);
  }

  int exitCode() {
    return exitCode;
  }
}
