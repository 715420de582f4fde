package io.nuthatch.app.cli;

import io.nuthatch.app.api.SetEndpoints.NewSet;
import io.nuthatch.app.api.SetEndpoints.SetChange;
import io.nuthatch.model.Json;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Collection sets. */
@Command(name = "set", mixinStandardHelpOptions = true, description = "Collection sets: collections that belong together.", footer = {
    "", "Examples:", "  nuthatch set add Elections --group GROUP", "  nuthatch set list"})
public final class SetCommand {

  @Command(name = "list", mixinStandardHelpOptions = true, description = "List collection sets.")
  void list(@Mixin NodeOptions node, @Mixin Output output) {
    try (ApiClient api = node.connect()) {
      output.table(api.everything("/api/v1/collection-sets", "sets"), new Table.Column("ID", "id"),
          new Table.Column("NAME", "name"), new Table.Column("GROUP", "group_id"),
          new Table.Column("DESCRIPTION", "description"));
    }
  }

  @Command(name = "add", mixinStandardHelpOptions = true, description = "Make a collection set.")
  void add(@Mixin NodeOptions node, @Mixin Output output, @Parameters(paramLabel = "NAME") String name,
      @Option(names = "--group", paramLabel = "ID", required = true, description = "The group it belongs to.") String group,
      @Option(names = "--description", description = "What it is about.") @Nullable String description) {
    try (ApiClient api = node.connect()) {
      JsonNode made = api.post("/api/v1/collection-sets", new NewSet(group, name, description));
      output.done(made, "made set " + made.path("id").asString());
    }
  }

  @Command(name = "change", mixinStandardHelpOptions = true, description = "Change a collection set.")
  void change(@Mixin NodeOptions node, @Mixin Output output, @Parameters(paramLabel = "ID") String id,
      @Option(names = "--name", description = "Another name.") @Nullable String name,
      @Option(names = "--group", paramLabel = "ID", description = "Another group.") @Nullable String group,
      @Option(names = "--description", description = "Another description.") @Nullable String description,
      @Option(names = "--note", description = "Why.") @Nullable String note) {
    try (ApiClient api = node.connect()) {
      output.done(api.patch("/api/v1/collection-sets/" + ApiClient.segment(id),
          new SetChange(group, name, description, note)), "changed " + id);
    }
  }

  @Command(name = "delete", mixinStandardHelpOptions = true, description = "Remove a set that has no collections.")
  void delete(@Mixin NodeOptions node, @Mixin Output output, @Parameters(paramLabel = "ID") String id) {
    try (ApiClient api = node.connect()) {
      api.delete("/api/v1/collection-sets/" + ApiClient.segment(id));
      output.done(Json.object().put("deleted", id), "deleted " + id);
    }
  }
}
