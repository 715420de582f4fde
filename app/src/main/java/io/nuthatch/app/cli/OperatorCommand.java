package io.nuthatch.app.cli;

import io.nuthatch.app.Access;
import io.nuthatch.app.api.OperatorEndpoints.NewOperator;
import io.nuthatch.app.security.Operators;
import java.io.Console;
import java.io.PrintWriter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The people who sign in. */
@Command(name = "operator", mixinStandardHelpOptions = true, description = "The people who may sign in.", footer = {"",
    "Roles: viewer sees; editor also changes what is collected; admin also manages operators and tokens.", "",
    "Examples:", "  nuthatch operator add ada --role admin        asks for a password",
    "  NUTHATCH_PASSWORD=… nuthatch operator add bo --role editor",
    "  nuthatch operator add cy --role viewer --no-password   signs in through OpenID Connect",
    "  nuthatch operator change bo --disable"})
public final class OperatorCommand {

  private static final Table.Column[] COLUMNS = {new Table.Column("NAME", "name"), new Table.Column("ROLE", "role"),
      new Table.Column("PASSWORD", "has_password"), new Table.Column("OIDC", "has_oidc"),
      new Table.Column("DISABLED", "disabled"), new Table.Column("LAST SIGN-IN", "last_sign_in_at")};

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Command(name = "list", mixinStandardHelpOptions = true, description = "List all operators.")
  void list(@Mixin NodeOptions node, @Option(names = "--json", description = "Print JSON.") boolean json) {
    try (ApiClient api = node.connect()) {
      Table.print(out(), json, api.all("/api/v1/operators", "operators", Integer.MAX_VALUE), COLUMNS);
    }
  }

  @Command(name = "add", mixinStandardHelpOptions = true, description = "Add an operator. Asks for a password, or takes it from NUTHATCH_PASSWORD.")
  void add(@Mixin NodeOptions node, @Parameters(paramLabel = "NAME") String name,
      @Option(names = "--role", required = true, description = "viewer, editor or admin.") Access role,
      @Option(names = "--no-password", description = "Signs in through OpenID Connect only.") boolean noPassword) {
    String password = noPassword ? null : password();
    try (ApiClient api = node.connect()) {
      api.post("/api/v1/operators", new NewOperator(name, role, password));
    }
    out().println("added " + name + " as " + role.word());
    out().flush();
  }

  @Command(name = "change", mixinStandardHelpOptions = true, description = "Change an operator; ends their sessions.")
  void change(@Mixin NodeOptions node, @Parameters(paramLabel = "NAME") String name,
      @Option(names = "--role", description = "viewer, editor or admin.") @Nullable Access role,
      @Option(names = "--disable", description = "No longer signs in.") boolean disable,
      @Option(names = "--enable", description = "Signs in again.") boolean enable,
      @Option(names = "--password", description = "Set a new password (asked for, or NUTHATCH_PASSWORD).") boolean password) {
    if (disable && enable) {
      throw new ParameterException(spec.commandLine(), "--disable or --enable, not both");
    }
    if (role == null && !disable && !enable && !password) {
      throw new ParameterException(spec.commandLine(),
          "nothing to change: give --role, --disable, --enable or --password");
    }
    Boolean disabled = disable ? Boolean.TRUE : enable ? Boolean.FALSE : null;
    String fresh = password ? password() : null;
    try (ApiClient api = node.connect()) {
      api.patch("/api/v1/operators/" + ApiClient.segment(name), new Operators.Change(role, disabled, fresh));
    }
    out().println("changed " + name);
    out().flush();
  }

  @Command(name = "remove", mixinStandardHelpOptions = true, description = "Remove an operator with their tokens and sessions.")
  void remove(@Mixin NodeOptions node, @Parameters(paramLabel = "NAME") String name) {
    try (ApiClient api = node.connect()) {
      api.delete("/api/v1/operators/" + ApiClient.segment(name));
    }
    out().println("removed " + name);
    out().flush();
  }

  @SuppressWarnings("SystemConsoleNull") // it is null all the same when there is no terminal
  private String password() {
    String given = System.getenv("NUTHATCH_PASSWORD");
    if (given != null) {
      return given;
    }
    Console terminal = System.console();
    if (terminal == null || !terminal.isTerminal()) {
      throw new ParameterException(spec.commandLine(),
          "there is no terminal to ask for the password at: set NUTHATCH_PASSWORD or give --no-password");
    }
    char[] first = terminal.readPassword("Password: ");
    char[] second = terminal.readPassword("Again: ");
    if (first == null || second == null || !Arrays.equals(first, second)) {
      throw new ParameterException(spec.commandLine(), "the two passwords differ");
    }
    return new String(first);
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
