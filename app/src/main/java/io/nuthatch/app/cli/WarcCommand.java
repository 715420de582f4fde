package io.nuthatch.app.cli;

import io.nuthatch.app.archive.WarcFiles;
import io.nuthatch.archive.Indexing;
import io.nuthatch.archive.Verification;
import io.nuthatch.archive.WarcReader;
import io.nuthatch.archive.WarcRecord;
import io.nuthatch.model.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * WARC files: those of a node, by id, and any others, by path. What names a file or directory that exists is a path, and
 * needs no node.
 */
@Command(name = "warc", mixinStandardHelpOptions = true, description = "WARC files, of a node or by their paths.", subcommands = {
    RebuildCommand.class}, footer = {"", "Examples:", "  nuthatch warc ls                        those of the node",
        "  nuthatch warc ls FILE                   the records of a file",
        "  nuthatch warc cat FILE --offset 612 --payload", "  nuthatch warc items FILE",
        "  nuthatch warc verify DIR                every file below, exit code 1 if one is bad",
        "  nuthatch warc fixity --now              hold all files against their digests"})
public final class WarcCommand {

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Command(name = "ls", mixinStandardHelpOptions = true, description = "The files of the node; or the records of files.")
  void list(@Mixin NodeOptions node, @Mixin Output output,
      @Option(names = "--collection", paramLabel = "ID", description = "Of this collection only.") @Nullable String collection,
      @Parameters(arity = "0..*", paramLabel = "PATH") @Nullable List<Path> paths) {
    if (paths == null || paths.isEmpty()) {
      try (ApiClient api = node.connect()) {
        output.table(api.everything("/api/v1/warcs" + (collection == null
            ? ""
            : "?collection="
                + ApiClient.segment(collection)),
            "results"), new Table.Column("ID", "warc_id"),
            new Table.Column("BYTES", "bytes"), new Table.Column("CREATED", "date_created"),
            new Table.Column("TYPE", "harvest_type"), new Table.Column("FIXITY", "fixity.result"),
            new Table.Column("PATH", "path"));
      }
      return;
    }
    List<JsonNode> records = new ArrayList<>();
    for (Path file : files(paths)) {
      WarcFiles.records(file, record -> records.add(with(file, record)));
    }
    output.table(records, new Table.Column("OFFSET", "offset"), new Table.Column("LENGTH", "length"),
        new Table.Column("TYPE", "type"), new Table.Column("DATE", "date"), new Table.Column("STATUS", "status"),
        new Table.Column("TARGET", "target"), new Table.Column("FILE", "file"));
  }

  @Command(name = "cat", mixinStandardHelpOptions = true, description = "Print records of a file as they are, or only what was transferred.")
  void cat(@Parameters(paramLabel = "FILE") Path file,
      @Option(names = "--offset", paramLabel = "N", description = "Only the record that starts here.") @Nullable Long offset,
      @Option(names = "--payload", description = "Only the content of responses, without codings.") boolean payload)
      throws IOException {
    PrintWriter out = out();
    boolean found = false;
    try (WarcReader reader = WarcReader.open(existing(file)).onDamage(damage -> err().println(damage))) {
      for (WarcRecord record = reader.next(); record != null; record = reader.next()) {
        if (offset != null && record.place().offset() != offset) {
          continue;
        }
        found = true;
        if (!payload) {
          head(out, record);
          copy(record.block(), out);
          out.print("\r\n\r\n");
        } else if (record.type().equals("response") || record.type().equals("resource")) {
          copy(record.payload(), out);
        }
      }
    }
    out.flush();
    err().flush();
    if (offset != null && !found) {
      throw ApiException.refused(404, "no record of " + file + " starts at offset " + offset);
    }
  }

  @Command(name = "items", mixinStandardHelpOptions = true, description = "The items of files, or of a WARC of the node: posts, and where they are.")
  void items(@Mixin NodeOptions node, @Mixin Output output,
      @Parameters(arity = "1..*", paramLabel = "PATH|ID") List<String> which,
      @Option(names = "--limit", paramLabel = "N", defaultValue = "1000000", description = "How many at most of a WARC of the node.") int limit) {
    List<JsonNode> items = new ArrayList<>();
    for (String one : which) {
      if (Files.exists(Path.of(one))) {
        files(List.of(Path.of(one))).forEach(file -> WarcFiles.items(file, item -> items.add(with(file, item))));
      } else {
        try (ApiClient api = node.connect()) {
          items.addAll(api.all("/api/v1/warcs/" + ApiClient.segment(one) + "/items", "items", limit));
        }
      }
    }
    output.table(items, new Table.Column("POST", "post"), new Table.Column("NAME", "name"),
        new Table.Column("DATE", "date"), new Table.Column("ACCOUNT", "account"), new Table.Column("OFFSET", "offset"),
        new Table.Column("ITEM", "ordinal"));
  }

  @Command(name = "verify", mixinStandardHelpOptions = true, description = "Read files to their end and check everything in them. Fails when one is bad.")
  int verify(@Mixin NodeOptions node, @Mixin Following following,
      @Parameters(arity = "1..*", paramLabel = "PATH|ID") List<String> which) throws InterruptedException {
    boolean good = true;
    List<JsonNode> reports = new ArrayList<>();
    for (String one : which) {
      if (Files.exists(Path.of(one))) {
        for (Path file : files(List.of(Path.of(one)))) {
          Verification.Report report = Verification.of(file);
          good &= report.good();
          reports.add(shown(report));
          if (!following.json) {
            report.problems().forEach(problem -> out().println(problem));
            out().println((report.good() ? "good " : "bad ") + file + ": " + report.records() + " records, "
                + report.bytes() + " bytes, sha1 " + report.sha1());
            out().flush();
          }
        }
      } else {
        try (ApiClient api = node.connect()) {
          good &= following.follow(api,
              api.post("/api/v1/warcs/" + ApiClient.segment(one) + "/verify", Json.object())) == 0;
        }
      }
    }
    if (following.json && !reports.isEmpty()) {
      out().println(Json.pretty(reports));
      out().flush();
    }
    return good ? 0 : 1;
  }

  @Command(name = "index", mixinStandardHelpOptions = true, description = "Make the indexes of files, or of a WARC of the node, anew.")
  void index(@Mixin NodeOptions node, @Mixin Following following,
      @Parameters(arity = "1..*", paramLabel = "PATH|ID") List<String> which) throws InterruptedException {
    for (String one : which) {
      if (Files.exists(Path.of(one))) {
        for (Path file : files(List.of(Path.of(one)))) {
          Indexing.Report made = WarcFiles.index(file, _ -> Map.of());
          made.damages().forEach(damage -> err().println(damage));
          err().flush();
          out().println(file + ": " + made.items() + " items, " + made.captures() + " captures");
          out().flush();
        }
      } else {
        try (ApiClient api = node.connect()) {
          following.follow(api, api.post("/api/v1/warcs/" + ApiClient.segment(one) + "/index", Json.object()));
        }
      }
    }
  }

  @Command(name = "fixity", mixinStandardHelpOptions = true, description = "What the last checks of the node's files found. Fails when one is not as it was sealed.")
  int fixity(@Mixin NodeOptions node, @Mixin Following following,
      @Option(names = "--now", description = "Check all of them first.") boolean now) throws InterruptedException {
    try (ApiClient api = node.connect()) {
      if (now) {
        following.follow(api, api.post("/api/v1/archive/fixity", Json.object()));
      }
      JsonNode report = api.get("/api/v1/archive/fixity");
      if (following.json) {
        out().println(Json.pretty(report));
      } else {
        report.path("files").properties().forEach(state -> out().println(state.getKey() + " " + state.getValue()));
        report.path("bad")
            .forEach(bad -> out().println(bad.path("warc_id").asString("") + " " + bad.path("fixity").path("detail")
                .asString("")));
      }
      out().flush();
      return report.path("bad").isEmpty() ? 0 : 1;
    }
  }

  private static List<Path> files(List<Path> paths) {
    return paths.stream().flatMap(path -> WarcFiles.at(path, false).stream()).toList();
  }

  private static Path existing(Path file) {
    if (!Files.isRegularFile(file)) {
      throw ApiException.refused(404, "there is no file " + file);
    }
    return file;
  }

  private static JsonNode with(Path file, Object view) {
    ObjectNode node = Json.MAPPER.valueToTree(view);
    return node.put("file", file.toString());
  }

  private static JsonNode shown(Verification.Report report) {
    ObjectNode node = Json.object().put("file", report.file().toString()).put("good", report.good())
        .put("records", report.records()).put("bytes", report.bytes()).put("sha1", report.sha1());
    node.set("problems", Json.MAPPER.valueToTree(report.problems().stream().map(Object::toString).toList()));
    return node;
  }

  private static void head(PrintWriter out, WarcRecord record) {
    out.print("WARC/" + record.version() + "\r\n");
    record.header().forEach((name, value) -> out.print(name + ": " + value + "\r\n"));
    out.print("\r\n");
  }

  /** As Latin-1 would lose what is not text, UTF-8 is taken; bytes that are none come out as replacement characters. */
  private static void copy(InputStream in, PrintWriter out) throws IOException {
    try (in) {
      out.print(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
