package io.nuthatch.app.cli;

import io.nuthatch.app.api.CollectionEndpoints.CollectionChange;
import io.nuthatch.app.api.CollectionEndpoints.NewCollection;
import io.nuthatch.app.api.CollectionEndpoints.Why;
import io.nuthatch.app.api.CollectionView.Plan;
import io.nuthatch.harvest.catalog.CollectionPlan.Visibility;
import io.nuthatch.model.Json;
import io.nuthatch.model.JsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Collections: what is captured, from where, how often. */
@Command(name = "collection", mixinStandardHelpOptions = true, description = "What is captured, from where, how often.", footer = {
    "", "Examples:", "  nuthatch collection types",
    "  nuthatch collection add Councils --set SET --type twitter_user_timeline --credential ID \\",
    "      --schedule 'every 1d' --seeds-file accounts.txt --on",
    "  nuthatch collection run ID", "  nuthatch collection change ID --schedule 'cron 0 4 * * mon-fri Europe/Vienna'"})
public final class CollectionCommand {

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  /** What can be said of a collection when it is made and later. */
  static final class PlanOptions {
    @Option(names = "--description", description = "What it is about.")
    @Nullable
    String description;

    @Option(names = "--link", paramLabel = "URL", description = "Where it is described in public.")
    @Nullable
    String link;

    @Option(names = "--credential", paramLabel = "ID", description = "What the platform is asked by.")
    @Nullable
    String credential;

    @Option(names = "--schedule", description = "'by hand', 'once', 'every 4h', 'cron 0 4 * * * ZONE'.")
    @Nullable
    String schedule;

    @Option(names = "--start", paramLabel = "TIME", description = "Not harvested before.")
    @Nullable
    String start;

    @Option(names = "--end", paramLabel = "TIME", description = "Turned off at; a running harvest is stopped.")
    @Nullable
    String end;

    @Option(names = "--visibility", description = "group or all.")
    @Nullable
    Visibility visibility;

    @Option(names = "--option", paramLabel = "NAME=VALUE", description = "An option of its type; may be repeated.")
    Map<String, String> options = new HashMap<>();

    Plan plan(@Nullable String name) {
      Map<String, JsonNode> values = null;
      if (!options.isEmpty()) {
        values = new HashMap<>();
        for (Map.Entry<String, String> option : options.entrySet()) {
          values.put(option.getKey(), value(option.getValue()));
        }
      }
      return new Plan(name, description, link, credential, schedule, start, end, visibility, values);
    }

    /** JSON where it is JSON, text where it is not. */
    private static JsonNode value(String text) {
      try {
        return Json.tree(text);
      } catch (JsonException e) {
        return Json.MAPPER.valueToTree(text);
      }
    }
  }

  @Command(name = "types", mixinStandardHelpOptions = true, description = "What can be harvested, and what it takes.")
  void types(@Mixin NodeOptions node, @Mixin Output output) {
    try (ApiClient api = node.connect()) {
      output.table(api.get("/api/v1/harvest-types").path("types"), new Table.Column("TYPE", "name"),
          new Table.Column("PLATFORM", "platform"), new Table.Column("WHAT", "label"),
          new Table.Column("STREAM", "is_stream"), new Table.Column("SEEDS", "seed_hint"));
    }
  }

  @Command(name = "list", mixinStandardHelpOptions = true, description = "List collections.")
  void list(@Mixin NodeOptions node, @Mixin Output output,
      @Option(names = "--set", paramLabel = "ID", description = "Of this set only.") @Nullable String set) {
    try (ApiClient api = node.connect()) {
      output.table(api.everything("/api/v1/collections"
          + (set == null ? "" : "?collection_set=" + ApiClient.segment(set)), "results"),
          new Table.Column("ID", "collection_id"), new Table.Column("NAME", "name"),
          new Table.Column("TYPE", "harvest_type"), new Table.Column("ON", "is_on"),
          new Table.Column("SCHEDULE", "schedule"), new Table.Column("NEXT RUN", "next_run"));
    }
  }

  @Command(name = "add", mixinStandardHelpOptions = true, description = "Make a collection.")
  void add(@Mixin NodeOptions node, @Mixin Output output, @Parameters(paramLabel = "NAME") String name,
      @Option(names = "--set", paramLabel = "ID", required = true, description = "The collection set it belongs to.") String set,
      @Option(names = "--type", required = true, description = "What to harvest; see 'nuthatch collection types'.") String type,
      @Mixin PlanOptions plan,
      @Option(names = "--seed", paramLabel = "TOKEN", description = "A seed; may be repeated.") @Nullable List<String> seeds,
      @Option(names = "--seeds-file", paramLabel = "FILE", description = "Seeds, one a line.") @Nullable Path file,
      @Option(names = "--on", description = "Turn it on at once.") boolean on) {
    String text = seeds(seeds, file);
    try (ApiClient api = node.connect()) {
      JsonNode made = api.post("/api/v1/collections", new NewCollection(set, type, plan.plan(name), text, on));
      List<String> words = new ArrayList<>();
      words.add("made collection " + made.path("collection").path("collection_id").asString());
      made.path("seeds").forEach(line -> {
        if (!line.path("reason").asString("").isEmpty()) {
          words.add("  line " + line.path("line").path("number").asInt() + ": " + line.path("reason").asString());
        }
      });
      output.done(made, String.join(System.lineSeparator(), words));
    }
  }

  private @Nullable String seeds(@Nullable List<String> given, @Nullable Path file) {
    List<String> lines = new ArrayList<>(given == null ? List.of() : given);
    if (file != null) {
      try {
        lines.addAll(Files.readAllLines(file));
      } catch (IOException e) {
        throw new ParameterException(spec.commandLine(), "cannot read " + file + ": " + e.getMessage(), e);
      }
    }
    return lines.isEmpty() ? null : String.join("\n", lines);
  }

  @Command(name = "show", mixinStandardHelpOptions = true, description = "Everything about a collection, as JSON.")
  void show(@Mixin NodeOptions node, @Parameters(paramLabel = "ID") String id) {
    try (ApiClient api = node.connect()) {
      spec.commandLine().getOut().println(Json.pretty(api.get(path(id, ""))));
      spec.commandLine().getOut().flush();
    }
  }

  @Command(name = "change", mixinStandardHelpOptions = true, description = "Change a collection.")
  void change(@Mixin NodeOptions node, @Mixin Output output, @Parameters(paramLabel = "ID") String id,
      @Option(names = "--name", description = "Another name.") @Nullable String name, @Mixin PlanOptions plan,
      @Option(names = "--note", description = "Why.") @Nullable String note) {
    try (ApiClient api = node.connect()) {
      output.done(api.patch(path(id, ""), new CollectionChange(plan.plan(name), note)), "changed " + id);
    }
  }

  @Command(name = "on", mixinStandardHelpOptions = true, description = "Turn it on: it is harvested as its schedule says.")
  void on(@Mixin NodeOptions node, @Mixin Output output, @Parameters(paramLabel = "ID") String id,
      @Option(names = "--note", description = "Why.") @Nullable String note) {
    act(node, output, id, "on", note);
  }

  @Command(name = "off", mixinStandardHelpOptions = true, description = "Turn it off; what runs is stopped.")
  void off(@Mixin NodeOptions node, @Mixin Output output, @Parameters(paramLabel = "ID") String id,
      @Option(names = "--note", description = "Why.") @Nullable String note) {
    act(node, output, id, "off", note);
  }

  @Command(name = "finish", mixinStandardHelpOptions = true, description = "Declare it finished: kept, no longer changed.")
  void finish(@Mixin NodeOptions node, @Mixin Output output, @Parameters(paramLabel = "ID") String id,
      @Option(names = "--note", description = "Why.") @Nullable String note) {
    act(node, output, id, "finish", note);
  }

  @Command(name = "reopen", mixinStandardHelpOptions = true, description = "Reopen a finished one.")
  void reopen(@Mixin NodeOptions node, @Mixin Output output, @Parameters(paramLabel = "ID") String id,
      @Option(names = "--note", description = "Why.") @Nullable String note) {
    act(node, output, id, "reopen", note);
  }

  private static void act(NodeOptions node, Output output, String id, String verb, @Nullable String note) {
    try (ApiClient api = node.connect()) {
      output.done(api.post(path(id, "/" + verb), new Why(note)), verb + " " + id);
    }
  }

  @Command(name = "run", mixinStandardHelpOptions = true, description = "Harvest it now.")
  void run(@Mixin NodeOptions node, @Mixin Output output, @Parameters(paramLabel = "ID") String id) {
    try (ApiClient api = node.connect()) {
      JsonNode requested = api.post(path(id, "/run"), Map.of());
      output.done(requested, requested.path("outcome").asString() + " harvest "
          + requested.path("harvest_id").asString()
          + (requested.path("reason").isString() ? ": " + requested.path("reason").asString() : ""));
    }
  }

  @Command(name = "history", mixinStandardHelpOptions = true, description = "Who changed what of it and its seeds.")
  void history(@Mixin NodeOptions node, @Mixin Output output, @Parameters(paramLabel = "ID") String id,
      @Option(names = "--limit", paramLabel = "N", defaultValue = "50", description = "How many at most (default: 50).") int limit) {
    try (ApiClient api = node.connect()) {
      output.table(api.all(path(id, "/history"), "changes", limit), new Table.Column("AT", "at"),
          new Table.Column("WHO", "actor"), new Table.Column("WHAT", "kind"), new Table.Column("CHANGES", "fields"),
          new Table.Column("NOTE", "note"), new Table.Column("HARVEST", "harvest_id"));
    }
  }

  @Command(name = "gaps", mixinStandardHelpOptions = true, description = "What it does not have, and why.")
  void gaps(@Mixin NodeOptions node, @Mixin Output output, @Parameters(paramLabel = "ID") String id) {
    try (ApiClient api = node.connect()) {
      output.table(api.get(path(id, "/gaps")).path("gaps"), new Table.Column("STATE", "state"),
          new Table.Column("OF", "subject"), new Table.Column("NEWER THAN", "newer_than"),
          new Table.Column("DOWN FROM", "down_from"), new Table.Column("FROM", "from"), new Table.Column("TO", "to"),
          new Table.Column("WHY", "reason"), new Table.Column("HARVEST", "harvest"));
    }
  }

  @Command(name = "forecast", mixinStandardHelpOptions = true, description = "What its next harvest will ask of the platform.")
  void forecast(@Mixin NodeOptions node, @Mixin Output output, @Parameters(paramLabel = "ID") String id) {
    try (ApiClient api = node.connect()) {
      JsonNode forecast = api.get(path(id, "/forecast"));
      List<String> words = new ArrayList<>();
      words.add(forecast.path("seeds").asLong() + " seeds, " + forecast.path("items_per_seed").asLong()
          + " new items each (" + (forecast.path("measured").asBoolean() ? "as lately" : "assumed") + "), at least "
          + Duration.parse(forecast.path("at_least").asString("PT0S")).toMinutes() + " minutes");
      forecast.path("lines").forEach(line -> words.add("  " + line.path("calls").asLong() + " calls of "
          + line.path("family").asString() + (line.path("windows").asLong() == 0
              ? "; its limit is not known yet"
              : ", " + line.path("windows").asLong() + " windows of " + line.path("limit").path("calls").asLong())));
      output.done(forecast, String.join(System.lineSeparator(), words));
    }
  }

  @Command(name = "delete", mixinStandardHelpOptions = true, description = "Delete it with its files. Cannot be undone.")
  void delete(@Mixin NodeOptions node, @Mixin Output output, @Parameters(paramLabel = "ID") String id,
      @Option(names = "--yes", required = true, description = "Yes, with all its files.") boolean yes) {
    try (ApiClient api = node.connect()) {
      api.delete(path(id, ""));
      output.done(Json.object().put("deleted", id), "deleted " + id);
    }
  }

  private static String path(String id, String rest) {
    return "/api/v1/collections/" + ApiClient.segment(id) + rest;
  }
}
