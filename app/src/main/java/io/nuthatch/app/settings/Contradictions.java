package io.nuthatch.app.settings;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Settings that are each right and wrong together. */
final class Contradictions {

  private Contradictions() {
  }

  static List<String> in(Settings settings) {
    List<String> problems = new ArrayList<>();
    together(settings, problems, Catalogue.HTTP_TLS_CERTIFICATE, Catalogue.HTTP_TLS_KEY);
    together(settings, problems, Catalogue.OIDC_ISSUER, Catalogue.OIDC_CLIENT_ID);
    readable(settings, problems, Catalogue.HTTP_TLS_CERTIFICATE);
    readable(settings, problems, Catalogue.HTTP_TLS_KEY);
    if (settings.get(Catalogue.SESSION_IDLE).compareTo(settings.get(Catalogue.SESSION_LIFETIME)) > 0) {
      problems.add(where(settings, Catalogue.SESSION_IDLE) + " is longer than security.session-lifetime");
    }
    if (settings.get(Catalogue.QUEUE_URL).startsWith("database:")
        && settings.get(Catalogue.DATABASE_URL).startsWith("sqlite:")) {
      problems.add(where(settings, Catalogue.QUEUE_URL)
          + "=database: wants PostgreSQL in database.url; with sqlite: use queue.url=embedded:");
    }
    long segment = settings.get(Catalogue.QUEUE_SEGMENT);
    if (segment < 1 << 16 || segment > 1 << 30) {
      problems.add(where(settings, Catalogue.QUEUE_SEGMENT) + " lies between 64KiB and 1GiB");
    }
    networks(settings, problems, Catalogue.HTTP_TRUSTED_PROXIES);
    networks(settings, problems, Catalogue.WEB_ALLOW);
    return problems;
  }

  private static void networks(Settings settings, List<String> problems, Setting<List<String>> setting) {
    for (String network : settings.find(setting).orElse(List.of())) {
      if (Network.parse(network).isEmpty()) {
        problems.add(where(settings, setting) + ": '" + network
            + "' is neither an address nor a network such as 10.0.0.0/8");
      }
    }
  }

  private static void together(Settings settings, List<String> problems, Setting<?> a, Setting<?> b) {
    if (settings.find(a).isPresent() != settings.find(b).isPresent()) {
      boolean first = settings.find(a).isPresent();
      problems.add(where(settings, first ? a : b) + " is set without " + (first ? b : a).key());
    }
  }

  private static void readable(Settings settings, List<String> problems, Setting<String> file) {
    Optional<String> path = settings.find(file);
    if (path.isPresent() && !Files.isReadable(Path.of(path.get()))) {
      problems.add(where(settings, file) + ": cannot read the file " + path.get());
    }
  }

  private static String where(Settings settings, Setting<?> setting) {
    return settings.origin(setting) + ": " + setting.key();
  }
}
