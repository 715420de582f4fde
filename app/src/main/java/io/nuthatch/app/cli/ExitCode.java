package io.nuthatch.app.cli;

import io.nuthatch.app.AppException;
import io.nuthatch.app.settings.SettingsException;
import io.nuthatch.model.NuthatchException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** What the program's exit codes mean, and how a failure is told: one clear line, no stack trace. */
public final class ExitCode {

  public static final int FAILED = 1;
  public static final int CANNOT_START = 3;
  public static final int NOT_ALLOWED = 4;
  public static final int NO_SUCH_THING = 5;
  public static final int NOT_REACHABLE = 6;

  private ExitCode() {
  }

  public static int of(Throwable failure) {
    return switch (failure) {
      case ParameterException usage -> usage.getCommandLine().getCommandSpec().exitCodeOnInvalidInput();
      case ApiException api -> api.exitCode();
      case SettingsException settings -> CANNOT_START;
      case StartException start -> CANNOT_START;
      case AppException app when app.kind() == NuthatchException.Kind.TRANSIENT -> NOT_REACHABLE;
      default -> FAILED;
    };
  }

  /** Prints why a command failed. A fault of ours also shows where. */
  public static int explain(Exception failure, CommandLine command, ParseResult parsed) {
    PrintWriter err = command.getErr();
    if (failure instanceof NuthatchException) {
      err.println("nuthatch: " + failure.getMessage());
    } else {
      err.println("nuthatch: an unexpected failure, please report it");
      failure.printStackTrace(err);
    }
    err.flush();
    return of(failure);
  }

  /** A node that could not be started. */
  static final class StartException extends AppException {
    private static final long serialVersionUID = 1L;

    StartException(NuthatchException cause) {
      super(cause.kind(), String.valueOf(cause.getMessage()), cause);
    }
  }
}
