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

  ApiClient connect() {
    Map<String, String> environment = System.getenv();
    URI address = server == null
        ? Optional.ofNullable(environment.get("NUTHATCH_SERVER")).map(URI::create).orElse(null)
        : server;
    if (address != null) {
      String secret = token == null ? environment.get("NUTHATCH_TOKEN") : token;
      if (secret == null) {
        throw ApiException.refused(401, "a token is needed for " + address + ": set NUTHATCH_TOKEN or give --token");
      }
      return new ApiClient(address, secret, http().build(), () -> {
      });
    }
    Settings settings = Settings.read(config, environment, overrides());
    Path directory = Path.of(settings.get(Catalogue.DATA_DIRECTORY)).toAbsolutePath().normalize();
    Optional<NodeFile> running = NodeFile.read(directory);
    if (running.isPresent()) {
      NodeFile node = running.get();
      return new ApiClient(URI.create(node.address()), node.secret(), trusting(node), () -> {
      });
    }
    return startedForThis(directory, environment);
  }

  private ApiClient startedForThis(Path directory, Map<String, String> environment) {
    if (!Files.isDirectory(directory)) {
      throw ApiException.unreachable("no node runs in " + directory + " and there is no data there; start one with"
          + " 'nuthatch serve --data " + directory + "', or name one with --server", null);
    }
    Logging.gather();
    Map<String, String> alone = new HashMap<>(overrides());
    alone.put(Catalogue.HTTP_PORT.key(), "0");
    alone.put(Catalogue.HTTP_BIND.key(), "127.0.0.1");
    alone.put(Catalogue.NODE_ROLES.key(), "api");
    Assembly assembly = Assembly.start(Settings.read(config, environment, alone), environment, Clock.systemUTC());
    assembly.firstToken().ifPresent(first -> System.err.println("admin token of this new data directory: " + first));
    NodeFile node = NodeFile.read(directory).orElseThrow();
    return new ApiClient(URI.create(node.address()), node.secret(), trusting(node), assembly);
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
