package io.nuthatch.app.cli;

import io.nuthatch.app.api.JobEndpoints.Kick;
import io.nuthatch.queue.JobState;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** The jobs that wait, run and failed. */
@Command(name = "queue", mixinStandardHelpOptions = true, description = "Jobs that wait, run and failed.", footer = {"",
    "Examples:", "  nuthatch queue status", "  nuthatch queue buried twitter:1d        what failed, and why",
    "  nuthatch queue kick twitter:1d          all of it, again", "  nuthatch queue cancel mhzq1d4g-8w2f"})
public final class QueueCommand {

  private static final Table.Column[] JOBS = {new Table.Column("ID", "id"), new Table.Column("DUE", "due"),
      new Table.Column("ATTEMPT", "attempt"), new Table.Column("LAST ERROR", "last_error"),
      new Table.Column("DATA", "data")};

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Command(name = "status", mixinStandardHelpOptions = true, description = "How many jobs wait, run and failed, by namespace.")
  void status(@Mixin NodeOptions node, @Option(names = "--json", description = "Print JSON.") boolean json) {
    try (ApiClient api = node.connect()) {
      Table.print(out(), json, items(api.get("/api/v1/queue").path("namespaces")),
          new Table.Column("NAMESPACE", "namespace"), new Table.Column("READY", "ready"),
          new Table.Column("DELAYED", "delayed"), new Table.Column("LEASED", "leased"),
          new Table.Column("BURIED", "buried"), new Table.Column("OLDEST DUE", "oldest_due"),
          new Table.Column("LATENESS", "lateness"));
    }
  }

  @Command(name = "peek", mixinStandardHelpOptions = true, description = "The first jobs of a namespace.")
  void peek(@Mixin NodeOptions node, @Parameters(paramLabel = "NAMESPACE") String namespace,
      @Option(names = "--state", defaultValue = "WAITING", description = "waiting, leased or buried (default: waiting).") JobState state,
      @Option(names = "--limit", paramLabel = "N", defaultValue = "20", description = "How many at most (default: 20).") int limit,
      @Option(names = "--json", description = "Print JSON.") boolean json) {
    show(node, namespace, state, limit, json);
  }

  @Command(name = "buried", mixinStandardHelpOptions = true, description = "Jobs that failed too often, with the last reason.")
  void buried(@Mixin NodeOptions node, @Parameters(paramLabel = "NAMESPACE") String namespace,
      @Option(names = "--limit", paramLabel = "N", defaultValue = "20", description = "How many at most (default: 20).") int limit,
      @Option(names = "--json", description = "Print JSON.") boolean json) {
    show(node, namespace, JobState.BURIED, limit, json);
  }

  @Command(name = "kick", mixinStandardHelpOptions = true, description = "Make buried jobs due again: those named, or all.")
  void kick(@Mixin NodeOptions node, @Parameters(paramLabel = "NAMESPACE") String namespace,
      @Parameters(index = "1..*", paramLabel = "ID") @Nullable List<String> ids) {
    try (ApiClient api = node.connect()) {
      JsonNode kicked = api.post("/api/v1/queue/" + ApiClient.segment(namespace) + "/kick", new Kick(ids));
      out().println("kicked " + kicked.path("jobs").asLong());
      out().flush();
    }
  }

  @Command(name = "cancel", mixinStandardHelpOptions = true, description = "Remove a job, whatever its state.")
  void cancel(@Mixin NodeOptions node, @Parameters(paramLabel = "ID") String id) {
    try (ApiClient api = node.connect()) {
      api.delete("/api/v1/queue/jobs/" + ApiClient.segment(id));
    }
    out().println("cancelled " + id);
    out().flush();
  }

  private void show(NodeOptions node, String namespace, JobState state, int limit, boolean json) {
    try (ApiClient api = node.connect()) {
      JsonNode jobs = api.get("/api/v1/queue/" + ApiClient.segment(namespace) + "/jobs?limit=" + limit + "&state="
          + state.name().toLowerCase(Locale.ROOT));
      Table.print(out(), json, items(jobs.path("jobs")), JOBS);
    }
  }

  private static List<JsonNode> items(JsonNode array) {
    List<JsonNode> items = new ArrayList<>();
    array.forEach(items::add);
    return items;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
