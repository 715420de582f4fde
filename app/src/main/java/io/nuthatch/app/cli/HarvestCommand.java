package io.nuthatch.app.cli;

import io.nuthatch.app.api.CollectionEndpoints.Why;
import io.nuthatch.model.Json;
import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Harvests. */
@Command(name = "harvest", mixinStandardHelpOptions = true, description = "Harvests: what ran, what it captured, what it could not.", footer = {
    "", "Examples:", "  nuthatch harvest list --open", "  nuthatch harvest watch ID", "  nuthatch harvest stop ID"})
public final class HarvestCommand {

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Command(name = "list", mixinStandardHelpOptions = true, description = "Harvests, newest first.")
  void list(@Mixin NodeOptions node, @Mixin Output output,
      @Option(names = "--collection", paramLabel = "ID", description = "Of this collection only.") @Nullable String collection,
      @Option(names = "--open", description = "Only those that are not over.") boolean open,
      @Option(names = "--limit", paramLabel = "N", defaultValue = "50", description = "How many at most (default: 50).") int limit) {
    try (ApiClient api = node.connect()) {
      output.table(api.all("/api/v1/harvests?" + (open ? "state=open" : "")
          + (collection == null ? "" : "&collection=" + ApiClient.segment(collection)), "harvests", limit),
          new Table.Column("ID", "id"), new Table.Column("TYPE", "type"), new Table.Column("STATE", "state"),
          new Table.Column("WARCS", "figures.warcs"), new Table.Column("BYTES", "figures.bytes"),
          new Table.Column("STARTED", "times.started"), new Table.Column("ENDED", "times.ended"));
    }
  }

  @Command(name = "show", mixinStandardHelpOptions = true, description = "Everything about a harvest, as JSON.")
  void show(@Mixin NodeOptions node, @Parameters(paramLabel = "ID") String id) {
    try (ApiClient api = node.connect()) {
      out().println(Json.pretty(api.get(path(id))));
      out().flush();
    }
  }

  @Command(name = "watch", mixinStandardHelpOptions = true, description = "Follow a harvest to its end. Fails when it does.")
  int watch(@Mixin NodeOptions node, @Parameters(paramLabel = "ID") String id) throws InterruptedException {
    try (ApiClient api = node.connectToRunning()) {
      String before = "";
      while (true) {
        JsonNode detail = api.get(path(id));
        String state = detail.path("harvest").path("state").asString("");
        String line = line(detail, state);
        if (!line.equals(before)) {
          out().println(line);
          out().flush();
          before = line;
        }
        if (!detail.path("harvest").path("times").path("ended").isNull() || state.equals("skipped")) {
          return state.equals("completed_success") ? 0 : 1;
        }
        TimeUnit.SECONDS.sleep(1);
      }
    }
  }

  private static String line(JsonNode detail, String state) {
    StringBuilder line = new StringBuilder(state.replace('_', ' '));
    long items = 0;
    for (JsonNode stat : detail.path("stats")) {
      items += stat.path("amount").asLong();
    }
    JsonNode figures = detail.path("harvest").path("figures");
    line.append(": ").append(items).append(" items, ").append(figures.path("warcs").asLong()).append(" WARCs, ")
        .append(figures.path("bytes").asLong()).append(" bytes");
    int warnings = 0;
    for (JsonNode remark : detail.path("remarks")) {
      warnings += remark.path("level").asString("").equals("info") ? 0 : 1;
    }
    return warnings == 0 ? line.toString() : line.append(", ").append(warnings).append(" remarks").toString();
  }

  @Command(name = "stop", mixinStandardHelpOptions = true, description = "Ask for the end of a harvest.")
  void stop(@Mixin NodeOptions node, @Mixin Output output, @Parameters(paramLabel = "ID") String id,
      @Option(names = "--note", description = "Why.") @Nullable String note) {
    act(node, output, id, "stop", note);
  }

  @Command(name = "void", mixinStandardHelpOptions = true, description = "Give a harvest up, so that its collection can have another.")
  void giveUp(@Mixin NodeOptions node, @Mixin Output output, @Parameters(paramLabel = "ID") String id,
      @Option(names = "--note", description = "Why.") @Nullable String note) {
    act(node, output, id, "void", note);
  }

  private static void act(NodeOptions node, Output output, String id, String verb, @Nullable String note) {
    try (ApiClient api = node.connect()) {
      output.done(api.post(path(id) + "/" + verb, new Why(note)), verb + " " + id);
    }
  }

  private static String path(String id) {
    return "/api/v1/harvests/" + ApiClient.segment(id);
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
