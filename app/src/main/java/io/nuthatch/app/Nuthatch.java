package io.nuthatch.app;

import io.nuthatch.app.cli.AuditCommand;
import io.nuthatch.app.cli.CollectionCommand;
import io.nuthatch.app.cli.CompletionCommand;
import io.nuthatch.app.cli.ConfigCommand;
import io.nuthatch.app.cli.CredentialCommand;
import io.nuthatch.app.cli.DemoCommand;
import io.nuthatch.app.cli.ExitCode;
import io.nuthatch.app.cli.GroupCommand;
import io.nuthatch.app.cli.HarvestCommand;
import io.nuthatch.app.cli.OperatorCommand;
import io.nuthatch.app.cli.QueueCommand;
import io.nuthatch.app.cli.RebuildCommand;
import io.nuthatch.app.cli.SeedCommand;
import io.nuthatch.app.cli.ServeCommand;
import io.nuthatch.app.cli.SetCommand;
import io.nuthatch.app.cli.StatusCommand;
import io.nuthatch.app.cli.TakedownCommand;
import io.nuthatch.app.cli.TokenCommand;
import io.nuthatch.app.cli.WarcCommand;
import io.nuthatch.app.node.Version;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program. */
@Command(name = "nuthatch", mixinStandardHelpOptions = true, versionProvider = Nuthatch.Versions.class, synopsisSubcommandLabel = "COMMAND", description = {
    "Collects social feeds, archives them as evidence, keeps them fresh", "and serves them as timelines.",
    ""}, footer = {"", "First steps:",
        "  nuthatch demo                       a node with simulated platforms, to look around",
        "  nuthatch serve --data DIR           a node of your own",
        "  nuthatch operator add ada --role admin   someone who may sign in", "", "Exit codes:",
        "  0 done   1 failed   2 wrong usage   3 wrong settings or cannot start", "  4 not allowed   5 no such thing"
            + "   6 node not reachable"}, subcommands = {ServeCommand.class, DemoCommand.class, ConfigCommand.class,
                StatusCommand.class, CollectionCommand.class, SetCommand.class, SeedCommand.class, HarvestCommand.class,
                WarcCommand.class, RebuildCommand.class, TakedownCommand.class,
                CredentialCommand.class, GroupCommand.class, OperatorCommand.class, QueueCommand.class,
                TokenCommand.class, AuditCommand.class,
                CompletionCommand.class, HelpCommand.class})
public final class Nuthatch implements Runnable {

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** The command line, as the program and its tests use it. */
  public static CommandLine commandLine() {
    return new CommandLine(new Nuthatch()).setCaseInsensitiveEnumValuesAllowed(true).setUsageHelpAutoWidth(true)
        .setExecutionExceptionHandler(ExitCode::explain).setExitCodeExceptionMapper(ExitCode::of);
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "which command? See 'nuthatch --help'");
  }

  /** What --version prints. */
  static final class Versions implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[]{"nuthatch " + Version.current(), "Java " + Runtime.version()};
    }
  }
}
