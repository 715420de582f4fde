package io.nuthatch.app.cli;

import io.nuthatch.app.Assembly;
import io.nuthatch.app.node.NodeFile;
import io.nuthatch.app.settings.Catalogue;
import io.nuthatch.app.settings.Settings;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Which node a command speaks to: the one named with --server, else the one that runs in the data directory, else one
 * started for this command alone. The command is the same API call in each case.
 */
final class NodeOptions {

  @Option(names = "--data", paramLabel = "DIR", description = "Data directory of the node (default: nuthatch-data).")
  @Nullable
  Path data;

  @Option(names = "--config", paramLabel = "FILE", description = "Settings file of the node.")
  @Nullable
  Path config;

  @Option(names = "--server", paramLabel = "URL", description = "Speak to the node at this address instead (or NUTHATCH_SERVER).")
  @Nullable
  URI server;

  @Option(names = "--token", paramLabel = "TOKEN", description = "Token for --server (better: NUTHATCH_TOKEN, which others cannot see).")
  @Nullable
  String token;

  /** A client of the node; where none runs, of one that is started for as long as the client is open. */
  ApiClient connect() {
    return named().or(this::running).orElseGet(this::startedForThis);
  }

  /** A client of a node that runs; never starts one. */
  ApiClient connectToRunning() {
    return named().or(this::running)
        .orElseThrow(() -> nothingIn(directory(settings())));
  }

  private Optional<ApiClient> named() {
    String given = System.getenv("NUTHATCH_SERVER");
    URI address = server != null ? server : given == null ? null : URI.create(given);
    if (address == null) {
      return Optional.empty();
    }
    if (address.getHost() == null || !String.valueOf(address.getScheme()).matches("https?")) {
      throw ApiException.refused(400, "--server takes an address such as http://host:8420, not " + address);
    }
    String secret = token == null ? System.getenv("NUTHATCH_TOKEN") : token;
    if (secret == null) {
      throw ApiException.refused(401, "a token is needed for " + address + ": set NUTHATCH_TOKEN or give --token");
    }
    return Optional.of(new ApiClient(address, secret, http().build(), () -> {
    }));
  }

  private Optional<ApiClient> running() {
    return NodeFile.read(directory(settings())).filter(NodeFile::answers)
        .map(node -> new ApiClient(URI.create(node.address()), node.secret(), trusting(node), () -> {
        }));
  }

  private ApiClient startedForThis() {
    Settings settings = settings();
    Path directory = directory(settings);
    boolean sqlite = settings.get(Catalogue.DATABASE_URL).startsWith("sqlite:");
    boolean empty = sqlite && !Files.exists(directory.resolve("nuthatch.db"));
    if (!Files.isDirectory(directory) || empty) {
      throw nothingIn(directory);
    }
    Logging.gather();
    Map<String, String> alone = new HashMap<>(overrides());
    alone.put(Catalogue.HTTP_PORT.key(), "0");
    alone.put(Catalogue.HTTP_BIND.key(), "127.0.0.1");
    alone.put(Catalogue.NODE_ROLES.key(), "api");
    Assembly assembly = Assembly.start(Settings.read(config, System.getenv(), alone), System.getenv(),
        Clock.systemUTC());
    assembly.firstToken().filter(first -> !first.equals(System.getenv("NUTHATCH_ADMIN_TOKEN")))
        .ifPresent(first -> System.err.println("admin token, shown this once: " + first));
    NodeFile node = NodeFile.read(directory).orElseThrow();
    return new ApiClient(URI.create(node.address()), node.secret(), trusting(node), assembly);
  }

  private static ApiException nothingIn(Path directory) {
    return ApiException.unreachable("no node runs in " + directory + "; start one with 'nuthatch serve --data "
        + directory + "', or name one with --server", null);
  }

  private Settings settings() {
    return Settings.read(config, System.getenv(), overrides());
  }

  private static Path directory(Settings settings) {
    return Path.of(settings.get(Catalogue.DATA_DIRECTORY)).toAbsolutePath().normalize();
  }

  Map<String, String> overrides() {
    return data == null ? Map.of() : Map.of(Catalogue.DATA_DIRECTORY.key(), data.toString());
  }

  private static HttpClient trusting(NodeFile node) {
    HttpClient.Builder http = http();
    String certificate = node.certificate();
    return certificate == null ? http.build() : http.sslContext(PinnedCertificate.context(certificate)).build();
  }

  private static HttpClient.Builder http() {
    return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(Duration.ofSeconds(10));
  }
}
