package io.nuthatch.app.cli;

import io.nuthatch.model.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** How a command that prints a list does it. */
final class Output {

  @Option(names = "--json", description = "Print JSON.")
  boolean json;

  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  void table(Iterable<JsonNode> items, Table.Column... columns) {
    List<JsonNode> list = new ArrayList<>();
    items.forEach(list::add);
    Table.print(spec.commandLine().getOut(), json, list, columns);
  }

  /** Says what was done; as JSON, what came of it. */
  void done(JsonNode result, String words) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(json ? Json.pretty(result) : words);
    out.flush();
  }
}
