package io.nuthatch.app.cli;

import io.nuthatch.model.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** How a node is. */
@Command(name = "status", mixinStandardHelpOptions = true, description = "How the node is: its roles, backends and queues.")
public final class StatusCommand implements Callable<Integer> {

  @Mixin
  private final NodeOptions node = new NodeOptions();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    JsonNode status;
    try (ApiClient api = node.connectToRunning()) {
      status = api.get("/api/v1/node");
    }
    if (json) {
      out.println(Json.pretty(status));
    } else {
      out.println(status.path("node").asString() + "  " + (status.path("ready").asBoolean() ? "ready" : "not ready")
          + "  version " + status.path("version").asString() + "  since " + status.path("started_at").asString());
      List<String> roles = new ArrayList<>();
      status.path("roles").forEach(role -> roles.add(role.asString()));
      out.println("roles  " + String.join(", ", roles));
      List<JsonNode> backends = new ArrayList<>();
      status.path("backends").forEach(backends::add);
      Table.print(out, false, backends, new Table.Column("BACKEND", "name"), new Table.Column("KIND", "kind"),
          new Table.Column("UP", "up"), new Table.Column("MS", "millis"), new Table.Column("REASON", "reason"));
      status.path("depths").forEachEntry((of, count) -> out.println(of + "  " + count.asLong()));
    }
    out.flush();
    return status.path("ready").asBoolean() ? 0 : ExitCode.FAILED;
  }
}
