package io.nuthatch.app.cli;

import java.io.PrintWriter;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Completion for the shell. */
@Command(name = "completion", mixinStandardHelpOptions = true, description = {
    "Print a completion script for bash and zsh.", "  source <(nuthatch completion)"})
public final class CompletionCommand implements Runnable {

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    out.print(AutoComplete.bash("nuthatch", spec.root().commandLine()));
    out.flush();
  }
}
