package io.nuthatch.app.cli;

import io.nuthatch.app.settings.Settings;
import io.nuthatch.model.Json;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The effective settings. */
@Command(name = "config", mixinStandardHelpOptions = true, description = {
    "Print every setting with its effective value, and where it came from.",
    "The output is itself a settings file."}, footer = {"",
        "A setting http.port is the variable NUTHATCH_HTTP_PORT in the environment.",
        "Later wins: default, file, environment, command line."})
public final class ConfigCommand implements Callable<Integer> {

  @Mixin
  private final ServeOptions options = new ServeOptions();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    Settings settings = options.settings(System.getenv());
    if (json) {
      out.println(Json.pretty(settings.lines()));
    } else {
      for (Settings.Line line : settings.lines()) {
        String origin = line.origin().equals("default") ? "" : "; from " + line.origin();
        out.println("# " + line.meaning() + " (" + line.takes() + origin + ")");
        boolean unset = line.value().isEmpty() || line.value().startsWith("(") || line.value().contains("…");
        out.println((unset ? "#" : "") + line.key() + " = " + line.value());
        out.println();
      }
    }
    out.flush();
    return 0;
  }
}
