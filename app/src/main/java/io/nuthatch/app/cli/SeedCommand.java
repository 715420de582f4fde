package io.nuthatch.app.cli;

import io.nuthatch.app.api.SeedEndpoints.Bulk;
import io.nuthatch.app.api.SeedEndpoints.NewSeed;
import io.nuthatch.app.api.SeedEndpoints.SeedChange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** The seeds of collections. */
@Command(name = "seed", mixinStandardHelpOptions = true, description = "Seeds: accounts, searches, tags, feeds of a collection.", footer = {
    "", "Examples:", "  nuthatch seed add COLLECTION gwu", "  nuthatch seed import COLLECTION accounts.csv",
    "  cat names | nuthatch seed import COLLECTION -"})
public final class SeedCommand {

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Command(name = "list", mixinStandardHelpOptions = true, description = "List the seeds of a collection.")
  void list(@Mixin NodeOptions node, @Mixin Output output, @Parameters(paramLabel = "COLLECTION") String collection) {
    try (ApiClient api = node.connect()) {
      output.table(api.everything(path(collection), "seeds"), new Table.Column("ID", "id"),
          new Table.Column("TOKEN", "token"), new Table.Column("UID", "uid"), new Table.Column("ACTIVE", "active"));
    }
  }

  @Command(name = "add", mixinStandardHelpOptions = true, description = "Add a seed.")
  void add(@Mixin NodeOptions node, @Mixin Output output,
      @Parameters(index = "0", paramLabel = "COLLECTION") String collection,
      @Parameters(index = "1", arity = "0..1", paramLabel = "TOKEN", description = "What people call it; JSON where its type needs more.") @Nullable String token,
      @Option(names = "--uid", description = "The platform's lasting id for it.") @Nullable String uid,
      @Option(names = "--note", description = "Why.") @Nullable String note) {
    try (ApiClient api = node.connect()) {
      JsonNode made = api.post(path(collection), new NewSeed(token, uid, note));
      output.done(made, "added seed " + made.path("id").asString());
    }
  }

  @Command(name = "import", mixinStandardHelpOptions = true, description = "Add many: one a line, or CSV with a header that has token or uid.")
  void importAll(@Mixin NodeOptions node, @Mixin Output output,
      @Parameters(paramLabel = "COLLECTION") String collection,
      @Parameters(paramLabel = "FILE", description = "The file, or - for standard input.") Path file,
      @Option(names = "--format", description = "lines, uids or csv (default: told from the text).") @Nullable String format) {
    String text = read(file);
    try (ApiClient api = node.connect()) {
      JsonNode result = api.post(path(collection) + "/bulk", new Bulk(text, format, null));
      List<String> words = new ArrayList<>();
      words.add("added " + result.path("added").asLong() + ", there already " + result.path("duplicates").asLong()
          + ", refused " + result.path("refused").asLong());
      result.path("lines").forEach(line -> {
        if (line.path("outcome").asString("").equals("refused")) {
          words.add("  line " + line.path("line").path("number").asInt() + ": " + line.path("reason").asString());
        }
      });
      output.done(result, String.join(System.lineSeparator(), words));
    }
  }

  private String read(Path file) {
    try {
      return file.toString().equals("-")
          ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8)
          : Files.readString(file);
    } catch (IOException e) {
      throw new ParameterException(spec.commandLine(), "cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  @Command(name = "change", mixinStandardHelpOptions = true, description = "Change a seed, or take it out of use and back.")
  void change(@Mixin NodeOptions node, @Mixin Output output, @Parameters(paramLabel = "ID") String id,
      @Option(names = "--name", description = "Another token.") @Nullable String token,
      @Option(names = "--uid", description = "Another uid.") @Nullable String uid,
      @Option(names = "--active", negatable = true, description = "Harvest it, or leave it out.") @Nullable Boolean active,
      @Option(names = "--note", description = "Why.") @Nullable String note) {
    try (ApiClient api = node.connect()) {
      output.done(api.patch("/api/v1/seeds/" + ApiClient.segment(id), new SeedChange(token, uid, active, note)),
          "changed " + id);
    }
  }

  private static String path(String collection) {
    return "/api/v1/collections/" + ApiClient.segment(collection) + "/seeds";
  }
}
