package io.nuthatch.app.cli;

import io.nuthatch.app.settings.Catalogue;
import io.nuthatch.app.settings.Setting;
import io.nuthatch.app.settings.Settings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a node is started with. */
final class ServeOptions {

  @Option(names = "--data", paramLabel = "DIR", description = "Where everything embedded is kept (default: nuthatch-data).")
  @Nullable
  String data;

  @Option(names = "--config", paramLabel = "FILE", description = "Settings file; 'nuthatch config' prints what can be set.")
  @Nullable
  Path config;

  @Option(names = "--http-port", paramLabel = "N", description = "Port for HTTP, 0 for any free one (default: 8420).")
  @Nullable
  String httpPort;

  @Option(names = "--thrift-port", paramLabel = "N", description = "Port for Thrift, 0 for any free one (default: 7666).")
  @Nullable
  String thriftPort;

  @Option(names = "--roles", paramLabel = "ROLES", description = "What this node does, separated by commas (default: all).")
  @Nullable
  String roles;

  @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Any other setting; may be repeated.")
  Map<String, String> others = new HashMap<>();

  Settings settings(Map<String, String> environment) {
    return Settings.read(config, environment, overrides());
  }

  Map<String, String> overrides() {
    Map<String, String> overrides = new HashMap<>(others);
    put(overrides, Catalogue.DATA_DIRECTORY, data);
    put(overrides, Catalogue.HTTP_PORT, httpPort);
    put(overrides, Catalogue.THRIFT_PORT, thriftPort);
    put(overrides, Catalogue.NODE_ROLES, roles);
    return overrides;
  }

  private static void put(Map<String, String> overrides, Setting<?> setting, @Nullable String value) {
    if (value != null) {
      overrides.put(setting.key(), value);
    }
  }
}
