package io.nuthatch.app.cli;

import io.nuthatch.app.Assembly;
import io.nuthatch.app.settings.Settings;
import io.nuthatch.model.NuthatchException;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs a node until it is told to stop. */
@Command(name = "serve", mixinStandardHelpOptions = true, description = {"Run a node until SIGTERM or Ctrl-C.",
    "Prints 'ready http=HOST:PORT …' when all is up. The first start in a new", "data directory also prints an admin"
        + " token, once; NUTHATCH_ADMIN_TOKEN sets it instead."}, footer = {"", "Example:",
            "  nuthatch serve --data /srv/nuthatch --config nuthatch.conf --roles api,scheduler"})
public final class ServeCommand implements Callable<Integer> {

  @Mixin
  private final ServeOptions options = new ServeOptions();

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    Map<String, String> environment = System.getenv();
    Settings settings = options.settings(environment);
    PrintWriter out = spec.commandLine().getOut();
    Running.until(start(settings, environment), assembly -> {
      assembly.firstToken().filter(token -> !token.equals(environment.get("NUTHATCH_ADMIN_TOKEN"))).ifPresent(
          token -> out.println("admin token, shown this once: " + token));
      out.println("ready http=" + assembly.http().localAddress() + " thrift=off");
      out.flush();
    });
    return 0;
  }

  static Assembly start(Settings settings, Map<String, String> environment) {
    Logging.gather();
    Logging.configure(settings);
    try {
      return Assembly.start(settings, environment, Clock.systemUTC());
    } catch (NuthatchException e) {
      throw new ExitCode.StartException(e);
    }
  }
}
