package io.nuthatch.app.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Who changed what, when. */
@Command(name = "audit", mixinStandardHelpOptions = true, description = "Who changed what, when; newest first.")
public final class AuditCommand implements Callable<Integer> {

  @Mixin
  private final NodeOptions node = new NodeOptions();

  @Option(names = "--limit", paramLabel = "N", defaultValue = "50", description = "How many at most (default: 50).")
  private int limit;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public Integer call() {
    try (ApiClient api = node.connect()) {
      Table.print(spec.commandLine().getOut(), json, api.all("/api/v1/audit", "entries", Math.max(1, limit)),
          new Table.Column("AT", "at"), new Table.Column("WHO", "actor"), new Table.Column("VIA", "via"),
          new Table.Column("ACTION", "action"), new Table.Column("SUBJECT", "subject"),
          new Table.Column("DETAIL", "detail"));
    }
    return 0;
  }
}
